/** A number with its label and explanation. */
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
