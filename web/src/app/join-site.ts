import type { FileTaker } from '../inputs/take-file.js'
import { keepSite } from '../offline/keep-site.js'
import { takeLaunchFiles } from './installed.js'

/// Makes the page a part of its site: kept for visits without a network, installable, with files of its own.
export function joinSite(root: ShadowRoot, taker: FileTaker): void {
  takeLaunchFiles(taker)
  void keepSite(root)
}
