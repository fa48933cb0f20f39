import { sheet } from '../shared/sheet.js'

export const wayStyles = sheet(`
  .way { margin: 0 0 12px; padding: 0 0 0 12px; border-left: 2px solid var(--now); }
  .way-question { margin: 0 0 4px; font: 600 14px/22px var(--words); }
  .way-steps { margin: 0 0 4px; padding: 0 0 0 20px; }
  .way-steps li { margin: 2px 0; }
  .way-steps li:not(:last-child) { color: var(--muted); }
  .way-says { margin: 4px 0; font-weight: 600; }
  .way-facts { display: flex; flex-wrap: wrap; gap: 0 16px; margin: 0; padding: 0; list-style: none; font: 13px/22px var(--mono); }
  .way-fact { padding: 0; border: none; background: none; font: inherit; color: var(--green); }
  @media (pointer: coarse) { .way-fact { padding: 8px 0; } }
`)
