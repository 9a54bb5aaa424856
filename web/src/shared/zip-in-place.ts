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
 * The spreadsheet packer's compression library for the browser, without workers: the page's content policy blocks its
 * text-based workers silently, so the work would never end.
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

/** Packs files of any size within the call. */
export function zip(files: AsyncZippable, done: FlateCallback): () => void {
  return runSynchronously(() => zipSync(files as Zippable), done as ZipCallback<Uint8Array>)
}

/** Unpacks an archive within the call. */
export function unzip(
  archive: Uint8Array,
  ...unzipArguments: [UnzipCallback] | [AsyncUnzipOptions, UnzipCallback]
): () => void {
  const [options, done] = unzipArguments.length === 1 ? [{}, unzipArguments[0]] : unzipArguments
  const { filter } = options
  return runSynchronously(() => unzipSync(archive, filter ? { filter } : {}), done as never)
}
