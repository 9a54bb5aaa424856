import fs, { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded into a server before anything else, and so into the thread of its built-in database: each fsync then takes as many
 * milliseconds longer as stand in the file that `SLOW_FSYNC_FILE` names.
 */
const path = process.env.SLOW_FSYNC_FILE ?? ''
const fsyncSync = fs.fsyncSync
const cell = new Int32Array(new SharedArrayBuffer(4))

fs.fsyncSync = (file) => {
  const ms = Number(readFileSync(path, 'utf8'))
  // Only the thread that syncs stands still, as it does on a slow disk.
  if (ms > 0) Atomics.wait(cell, 0, 0, ms)
  fsyncSync(file)
}
syncBuiltinESMExports()
