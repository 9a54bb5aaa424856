const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

const without = (value: unknown, path: readonly string[]): unknown => {
  if (Array.isArray(value)) return value.map((item) => without(item, path))
  const [name = '', ...rest] = path
  if (!isRecord(value) || !Object.hasOwn(value, name)) return value
  return { ...value, [name]: rest.length === 0 ? null : without(value[name], rest) }
}

/** The output with null in place of each secret. A path such as `tokens.code` passes through arrays. */
export const withoutSecrets = (output: unknown, paths: readonly string[]): unknown =>
  paths.reduce((value, path) => without(value, path.split('.')), output)
