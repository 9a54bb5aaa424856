import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Whether this process may mount, tried briefly: containers often forbid it, even to root. */
export const canMount = (): boolean => {
  const path = mkdtempSync(join(tmpdir(), 'vigilux-mount-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', 'tmpfs', path], { stdio: 'ignore' })
    execFileSync('umount', [path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  } finally {
    rmSync(path, { recursive: true, force: true })
  }
}

export type SmallDisk = {
  path: string
  /** Leaves no byte free. */
  fill(): void
  /** Frees the space taken by `fill`. */
  free(): void
  close(): void
}

/** An in-memory disk with the given megabytes, mounted at a new folder. */
export function openSmallDisk(path: string, megabytes: number): SmallDisk {
  mkdirSync(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', path])
  // Lazy: it disappears when the last file is closed, also when tests are aborted.
  const detach = () => execFileSync('umount', ['--lazy', path])
  process.once('exit', detach)
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const file = openSync(filler, 'w')
      try {
        for (let size = 1 << 20; size > 0; ) {
          try {
            writeSync(file, Buffer.alloc(size))
          } catch (error) {
            if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
            size >>= 1
          }
        }
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    close() {
      process.off('exit', detach)
      detach()
    },
  }
}
