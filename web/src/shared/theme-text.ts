const light = `
    --ground: #FBFAF6; --pane: #F3F1EA; --line: #DAD6CA; --ink: #1C211E; --muted: #5C645F;
    --green: #1F6B4A; --now: #A84A08; --error: #B3261E; --nan: #A3178F;
    --d0: #0B62A8; --d1: #A84300; --d2: #5B6A00; --d3: #7A3E9D; --d4: #00706B; --d5: #9C2F5B;
    color-scheme: light;`

const dark = `
    --ground: #131715; --pane: #1A1F1C; --line: #2D3530; --ink: #E7EAE4; --muted: #98A29B;
    --green: #79C9A0; --now: #F2A65A; --error: #FF8A80; --nan: #F08BDD;
    --d0: #7DB8F0; --d1: #F0A070; --d2: #C3CF6A; --d3: #C9A2E8; --d4: #6CCBC4; --d5: #F09AB8;
    color-scheme: dark;`

/// Colours and fonts as custom properties, for the host's own style sheet and for the static HTML
/// before there is a host.
export const themeText = `
  :host {${light}
    --mono: "Plex Mono", "Plex Mono stand-in", ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
    --words: system-ui, sans-serif;
  }
  @media (prefers-color-scheme: dark) {
    :host {${dark}
    }
  }
`

/// For hosts whose page has its own theme switch.
export const chosenThemeText = `
  :host([theme="light"]) {${light}
  }
  :host([theme="dark"]) {${dark}
  }
`
