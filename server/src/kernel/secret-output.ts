const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const omitAt = (value: unknown, path: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((item) => omitAt(item, path))
  const [name = '', ...innerPath] = path
  if (!isRecord(value) || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: innerPath.length === 0 ? null : omitAt(value[name], innerPath) }
}

/** The output with null in place of each secret. A path such as `tokens.code` passes through arrays. */
export const withoutSecrets = (output: unknown, paths: readonly string[]): unknown =>
  paths.reduce((value, path) => omitAt(value, path.split('.')), output)
