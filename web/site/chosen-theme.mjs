// The theme chosen on the playground, for the documentation's pages. The script runs before a page is
// drawn, so that none appears in the other theme first.
import { layoutKey } from '../src/shared/layout-choices.ts'

/** Sets the chosen theme on the page and on its examples, now and when it changes in another tab. */
function followChoice(key) {
  const apply = () => {
    let theme
    try {
      ;({ theme } = JSON.parse(localStorage.getItem(key)) ?? {})
    } catch {
      // Without storage the system's theme stays.
    }
    const isChosen = theme === 'light' || theme === 'dark'
    for (const element of [document.documentElement, ...document.querySelectorAll('paddock-example')]) {
      if (isChosen) element.setAttribute('theme', theme)
      else element.removeAttribute('theme')
    }
  }
  apply()
  document.addEventListener('DOMContentLoaded', apply)
  addEventListener('storage', apply)
}

/** The script of `docs/theme.js`. */
export const chosenThemeScript = `${followChoice}\nfollowChoice(${JSON.stringify(layoutKey)})\n`
