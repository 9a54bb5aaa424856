/** A number with its label and explanation. */
export function Figure({ value, note, label }: { value: string; note: string; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        <span>{note}</span>
      </dd>
    </div>
  )
}
