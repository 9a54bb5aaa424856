import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'
import { countOpen } from './count-open.ts'

/** Number of open causes in the person's plants without the snoozed ones, live; hidden when it is zero. */
export function AttentionCount() {
  const { number } = useFormats()
  const open = countOpen(useAnswer('getAttention', { limit: 0 }))
  return open > 0 ? <small>{number(open)}</small> : null
}
