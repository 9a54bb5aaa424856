import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'

/** Number of open causes in the person's plants, as on their page, live; hidden when it is zero. */
export function AttentionCount() {
  const { number } = useFormats()
  const open = useAnswer('getAttention', { limit: 0 }).total
  return open ? <small>{number(open)}</small> : null
}
