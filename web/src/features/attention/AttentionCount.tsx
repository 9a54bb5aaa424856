import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'

/** Number of the person's plants with open causes, live; hidden when it is zero. */
export function AttentionCount() {
  const { number } = useFormats()
  const open = useAnswer('getAttention', { limit: 0 }).plantsOpen
  return open ? <small>{number(open)}</small> : null
}
