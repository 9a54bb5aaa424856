import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'
import { useTyping } from './typing.ts'

const TypedField = later(
  async () => (await Promise.all([import('./TypedField.tsx'), needWords('texts')]))[0].TypedField,
)

/** A text of a lamp in the list: read, or a field while texts are typed. */
export function TextCell(props: { lamp: Lamp; field: 'description' | 'location' }) {
  const typing = useTyping()
  const text = props.lamp[props.field]
  return typing ? <TypedField {...props} /> : <span title={text}>{text}</span>
}
