import { closeSync, fsyncSync, openSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type EmscriptenOptions = Parameters<NodeFS['init']>[1]

interface OpenStream {
  nfd?: number
  node: unknown
}

/** The pieces of Emscripten's file system on the host's files that its types leave out. */
interface HostFiles {
  stream_ops: { fsync?: (stream: OpenStream) => number }
  realPath(node: unknown): string
  convertNodeCode(error: unknown): number
}

interface EmscriptenModule {
  FS: { filesystems: { NODEFS: HostFiles }; ErrnoError: new (errno: number) => Error }
}

function syncByPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/**
 * PGlite's NodeFS answers "done" to fsync without doing it: a power cut would lose acknowledged commits. This one asks
 * the host, and reports the host's refusal to PostgreSQL, which then stops rather than going on with unsafe data.
 */
export class SyncedNodeFs extends NodeFS {
  /** How many times the host confirmed that data is on the disk. */
  syncCount = 0

  override async init(database: PGlite, options: EmscriptenOptions) {
    const installSync = (module: unknown) => this.#installSync(module as EmscriptenModule)
    return super.init(database, { ...options, preRun: [...(options.preRun ?? []), installSync] } as EmscriptenOptions)
  }

  #installSync({ FS }: EmscriptenModule): void {
    const files = FS.filesystems.NODEFS
    files.stream_ops.fsync = (stream) => {
      try {
        if (stream.nfd === undefined) syncByPath(files.realPath(stream.node))
        else fsyncSync(stream.nfd)
      } catch (error) {
        throw new FS.ErrnoError(files.convertNodeCode(error))
      }
      this.syncCount += 1
      return 0
    }
  }
}
