import type { FileTaker } from '../inputs/take-file.js'
import { keepSite } from '../offline/keep-site.js'
import { followFile } from '../served/follow-file.js'
import { keepLastDraft } from '../shared/draft.js'
import { takeLaunchFiles } from './installed.js'

/// Makes the page a part of its site: kept for visits without a network, installable, with files of its own.
export function joinSite(root: ShadowRoot, taker: FileTaker): void {
  takeLaunchFiles(taker)
  const { served } = document.documentElement.dataset
  if (served !== undefined) void followFile(served, taker, root)
  else document.addEventListener('visibilitychange', keepLastDraft)
  void keepSite(root)
}
