export function sheet(text: string): CSSStyleSheet {
  const styles = new CSSStyleSheet()
  styles.replaceSync(text)
  return styles
}
