/** A number with what it is, and what it means. */
export function Figure({ value, words, label }: { value: string; words: string; label: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <b>{value}</b>
        <span>{words}</span>
      </dd>
    </div>
  )
}
