import { Facts } from '../layout/PageHeader.tsx'

/** What others have written, for who may not write it; nothing where nobody has. */
export function EditedTexts({ texts }: { texts: readonly (readonly [label: string, text: string])[] }) {
  const entries = texts.filter(([, text]) => text !== '')
  if (entries.length === 0) return null
  return (
    <section className="vx-panel-part">
      <Facts entries={entries} />
    </section>
  )
}
