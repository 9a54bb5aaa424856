import { useAnswer } from '../../shared/api/use-answer.ts'
import { useFormats } from '../../shared/format/format.ts'

/** In how many of one's plants something is open, live; nothing where none is. */
export function AttentionCount() {
  const { number } = useFormats()
  const open = useAnswer('getAttention', { limit: 0 }).plantsOpen
  return open ? <small>{number(open)}</small> : null
}
