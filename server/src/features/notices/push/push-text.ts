import type { NoticeReceiver } from '../notices.store.ts'

/** Maximum lines and characters of a browser's notification; its page shows everything. */
const [maxLines, maxCharacters] = [4, 200]

const truncate = (text: string): string => (text.length > maxCharacters ? `${text.slice(0, maxCharacters - 1)}…` : text)

/** The browser's short form of a notice mail. An escalation opens the page where it is acknowledged. */
export const pushText = (
  values: Record<string, string>,
  { language, plant }: Pick<NoticeReceiver, 'language' | 'plant'>,
) => {
  const lines = JSON.parse(values.lines ?? '[]') as string[]
  const shownLines = lines.length > maxLines ? [...lines.slice(0, maxLines - 1), '…'] : lines
  return {
    language,
    title: truncate(values.kind ?? ''),
    body: [values.zone ? `${plant} (${values.zone})` : plant, ...(values.head ? [values.head] : []), ...shownLines]
      .map(truncate)
      .join('\n'),
    path: (values.openUrl ?? values.url ?? '').replace(/^[^#]*#/, ''),
  }
}
