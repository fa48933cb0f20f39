import { sheet } from './sheet.js'
import { chosenThemeText, themeText } from './theme-text.js'

/// Colours and measures of the page, as custom properties on the host. Every style is an adopted
/// sheet, which a policy without inline styles allows.
export const theme = sheet(themeText + chosenThemeText)
