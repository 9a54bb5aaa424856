import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'
import { useIsEditingTexts } from './text-edits.ts'

const TypedField = lazy(
  async () => (await Promise.all([import('./TypedField.tsx'), loadTextBundles('texts')]))[0].EditableCell,
)

/** A lamp's text in the list: read-only, or a field in edit mode. */
export function TextCell(props: { lamp: Lamp; field: 'description' | 'location' }) {
  const isTyping = useIsEditingTexts()
  const text = props.lamp[props.field]
  return isTyping ? <TypedField {...props} /> : <span title={text}>{text}</span>
}
