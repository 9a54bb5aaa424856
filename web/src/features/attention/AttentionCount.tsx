import { useAction } from '../../shared/api/use-action.ts'
import { useFormats } from '../../shared/format/format.ts'

/** In how many of one's plants something is open, live; nothing where none is. */
export function AttentionCount() {
  const { number } = useFormats()
  const open = useAction('getAttention', { limit: 0 }).data?.plantsOpen
  return open ? <small>{number(open)}</small> : null
}
