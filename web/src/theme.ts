/// Colours and measures of the page, as custom properties on the host. Every style is an
/// adopted sheet, so that a policy without inline styles holds.
export const theme = sheet(`
  :host {
    --ground: #FBFAF6; --pane: #F3F1EA; --line: #DAD6CA; --ink: #1C211E; --muted: #5C645F;
    --green: #1F6B4A; --now: #A84A08; --error: #B3261E; --nan: #A3178F;
    --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    --words: system-ui, sans-serif;
    color-scheme: light;
  }
  @media (prefers-color-scheme: dark) {
    :host {
      --ground: #131715; --pane: #1A1F1C; --line: #2D3530; --ink: #E7EAE4; --muted: #98A29B;
      --green: #79C9A0; --now: #F2A65A; --error: #FF8A80; --nan: #F08BDD;
      color-scheme: dark;
    }
  }
`)

export function sheet(text: string): CSSStyleSheet {
  const styles = new CSSStyleSheet()
  styles.replaceSync(text)
  return styles
}
