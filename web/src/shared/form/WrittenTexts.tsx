import { Facts } from '../layout/PageHeader.tsx'

/** Texts written by others, for readers without write permission; renders nothing when all are empty. */
export function EditedTexts({ texts }: { texts: readonly (readonly [label: string, text: string])[] }) {
  const entries = texts.filter(([, text]) => text !== '')
  if (entries.length === 0) return null
  return (
    <section className="vx-panel-part">
      <Facts entries={entries} />
    </section>
  )
}
