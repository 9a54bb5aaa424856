const memoByFunction = new WeakMap<object, unknown>()

/** Memoizes a function of a row, which must depend on it alone: a changed row is a new object. */
export function memoizeByRow<Row, Value extends NonNullable<unknown>>(read: (row: Row) => Value): (row: Row) => Value {
  const memoized = memoByFunction.get(read)
  if (memoized) return memoized as typeof read
  const values = new WeakMap<object, Value>()
  const readOnce = (row: Row): Value => {
    if (typeof row !== 'object' || row === null) return read(row)
    const cachedValue = values.get(row)
    if (cachedValue !== undefined) return cachedValue
    const value = read(row)
    values.set(row, value)
    return value
  }
  memoByFunction.set(read, readOnce)
  return readOnce
}
