import {
  type AsyncUnzipOptions,
  type AsyncZippable,
  type FlateCallback,
  type UnzipCallback,
  unzipSync,
  type Zippable,
  zipSync,
} from 'fflate/browser'

/**
 * The library that packs and unpacks spreadsheets, for the browser: what it would do in a worker is done in place. Its workers
 * are made of text, and the policy of the page lets none start, nor says so: the work would never end.
 */
export * from 'fflate/browser'

type ZipCallback<Result> = (error: never, result: Result) => void

function runSynchronously<Result>(work: () => Result, done: ZipCallback<Result>): () => void {
  try {
    done(null as never, work())
  } catch (error) {
    done(error as never, undefined as never)
  }
  return () => undefined
}

/** Packs files; large ones too, within the call. */
export function zip(files: AsyncZippable, done: FlateCallback): () => void {
  return runSynchronously(() => zipSync(files as Zippable), done as ZipCallback<Uint8Array>)
}

/** Unpacks an archive within the call. */
export function unzip(archive: Uint8Array, ...rest: [UnzipCallback] | [AsyncUnzipOptions, UnzipCallback]): () => void {
  const [options, done] = rest.length === 1 ? [{}, rest[0]] : rest
  const { filter } = options
  return runSynchronously(() => unzipSync(archive, filter ? { filter } : {}), done as never)
}
