/// Addresses in the panel, and what its policy allows.
export interface PanelSources {
  /// Origin of the extension's files.
  origin: string
  element: string
  script: string
  nonce: string
}

/// Returns the page of the panel. Scripts come from the extension alone, and nothing goes to the network.
export function panelPage({ origin, element, script, nonce }: PanelSources): string {
  const policy = [
    "default-src 'none'",
    `script-src ${origin} 'nonce-${nonce}' 'wasm-unsafe-eval'`,
    `style-src ${origin} 'unsafe-inline'`,
    `connect-src ${origin}`,
    'img-src data: blob:',
    'worker-src blob:',
  ].join('; ')
  return `<!doctype html>
<html lang="en">
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <title>Values</title>
  <style>
    body { margin: 0; padding: 0; height: 100vh; }
    paddock-example { display: block; margin: 0; height: 100vh; --result-height: calc(100vh - 240px); }
  </style>
  <paddock-example label="Program"></paddock-example>
  <script type="module" nonce="${nonce}" src="${element}"></script>
  <script type="module" nonce="${nonce}" src="${script}"></script>
</html>
`
}
