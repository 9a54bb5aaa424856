import { appendFileSync, renameSync, statSync } from 'node:fs'

const maxBytes = 1024 * 1024

/** Appends lines to a file, which is renamed to `<path>.1` once it is full: at most two files of a megabyte. */
export const openBoundedLog = (path: string) => {
  let bytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0
  return {
    add(line: string): void {
      try {
        if (bytes > maxBytes) {
          renameSync(path, `${path}.1`)
          bytes = 0
        }
        appendFileSync(path, `${line}\n`, { mode: 0o600 })
        bytes += Buffer.byteLength(line) + 1
      } catch {
        // On a full disk the line is lost, and the database keeps running.
      }
    },
  }
}
