import type { useOpenDetail } from './open-detail.ts'

type Steps = { onClose: () => void; onPrevious: (() => void) | undefined; onNext: (() => void) | undefined }

/** The row whose detail is open, with handlers for close and neighbors; undefined if it is not in the list. */
export const openRow = <Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  { key, open, close }: ReturnType<typeof useOpenDetail>,
): { row: Row | undefined; steps: Steps } => {
  const at = rows.findIndex((row) => keyOf(row) === key)
  const stepTo = (row: Row | undefined) => row && (() => open(keyOf(row)))
  return {
    row: rows[at],
    steps: {
      onClose: close,
      onPrevious: at > 0 ? stepTo(rows[at - 1]) : undefined,
      onNext: at >= 0 ? stepTo(rows[at + 1]) : undefined,
    },
  }
}
