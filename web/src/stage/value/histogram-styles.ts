import { sheet } from '../../shared/sheet.js'

/// Styles of the histogram and of the numbers below it, loaded with the view.
export const histogramStyles = sheet(`
  .histogram { margin: 0; }
  .histogram-bars { display: block; max-width: 100%; fill: var(--green); border-bottom: 1px solid var(--line); }
  .histogram-ends { display: flex; justify-content: space-between; max-width: 100%; margin: 4px 0 8px; color: var(--muted); }
  .along { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; margin: 8px 0 4px; color: var(--muted); }
  .along-table { max-height: 320px; overflow-y: auto; }
`)
