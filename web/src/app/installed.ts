import type { FileTaker } from '../inputs/take-file.js'
import { giveFiles } from './files.js'

/// Files that the system opens with the installed page.
interface LaunchQueue {
  setConsumer(take: (launch: { readonly files?: readonly { getFile(): Promise<File> }[] }) => void): void
}

/// Opens the files that the system gives to the installed page, like dropped ones.
export function takeLaunchFiles(taker: FileTaker): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  launchQueue?.setConsumer(({ files = [] }) => {
    if (files.length > 0) void Promise.all(files.map((file) => file.getFile())).then((taken) => giveFiles(taken, taker))
  })
}
