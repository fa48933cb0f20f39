import { sheet } from '../shared/sheet.js'
import { chosenThemeText, themeText } from '../shared/theme-text.js'

/// Colours and measures of the page, as custom properties on the host. Every style is an adopted
/// sheet, which a policy without inline styles allows.
export const theme = sheet(themeText + chosenThemeText)
