import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'

/** Number of open causes in the person's plants without the snoozed ones, live; hidden when it is zero. */
export function AttentionCount() {
  const { number } = useFormats()
  const { total, snoozed } = useAnswer('getAttention', { limit: 0 })
  const open = total - snoozed
  return open > 0 ? <small>{number(open)}</small> : null
}
