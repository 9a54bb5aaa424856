import { readFile } from 'node:fs/promises'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { z } from 'zod'
import { zoneOrUtc } from '../../kernel/zoned.ts'
import type { MailRequest } from '../../ports/mail.ts'
import { codeHtml, frameMail, linkHtml, listHtml, type MailLink, type MailState, paragraphHtml } from './mail-frame.ts'

type MailText = { subject: string; body: string[]; button?: string }
type MailTexts = Record<MailRequest['template'], MailText> & {
  footer: string
  /** Words of a button without its own. */
  open: string
  role: Record<PlantRole, string>
}

const loaded = new Map<Language, Promise<MailTexts>>()

const load = async (language: Language): Promise<MailTexts> => {
  const path = new URL(`./locales/${language}.json`, import.meta.url)
  return JSON.parse(await readFile(path, 'utf8')) as MailTexts
}

const textsOf = (language: Language): Promise<MailTexts> => {
  const loadedTexts = loaded.get(language) ?? load(language)
  loaded.set(language, loadedTexts)
  return loadedTexts
}

const escapeHtml = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const fillTemplate = (text: string, values: Record<string, string>): string =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '')

const toSingleLine = (value: string): string => value.replace(/\s+/g, ' ').trim()

/** Values on a single line: user input cannot begin a header or a paragraph. */
const singleLine = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, toSingleLine(value)]))

/** The entries of a list, which arrives as JSON; each stays on one line. */
const linesOf = (list: string | undefined): string[] =>
  z
    .array(z.string())
    .parse(JSON.parse(list ?? '[]'))
    .map(toSingleLine)

const isList = (text: string): boolean => text === '{{lines}}'

/** Language tags of Intl: British English, European Portuguese, Bokmål. */
const intlTags: Partial<Record<Language, string>> = { en: 'en-GB', pt: 'pt-PT', no: 'nb' }

/** A day without a time, such as `2026-11-30`; the same in every zone. */
const dayText = (day: string, language: Language): string =>
  new Intl.DateTimeFormat(intlTags[language] ?? language, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  } as const).format(new Date(`${day}T00:00:00Z`))

/** Roles and times arrive as codes and are formatted in the receiver's language and the given zone. */
const localizeValues = (
  values: Record<string, string>,
  language: Language,
  { role }: MailTexts,
): Record<string, string> => {
  const localized: Record<string, string> = { ...values }
  if (values.lastDay) localized.lastDay = dayText(values.lastDay, language)
  if (values.role) localized.role = role[values.role.replace(/^role\./, '') as PlantRole] ?? ''
  const expires = values.expires ? new Date(values.expires) : null
  if (expires && !Number.isNaN(expires.getTime())) {
    const tag = intlTags[language] ?? language
    localized.zone = zoneOrUtc(values.zone ?? '')
    const parts = { day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const
    localized.expires = new Intl.DateTimeFormat(tag, {
      ...parts,
      timeZone: localized.zone,
      timeZoneName: 'short',
    }).format(expires)
  }
  return localized
}

/** A line with an address at its end: its words are the link, and the address is written out in the text part alone. */
const linkLine = /^(.+?)[\s\u00a0]*: \{\{(\w+Url)\}\}$/

const escaped = (values: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]))

const mailStates: ReadonlySet<string> = new Set<MailState>(['problem', 'restored', 'information'])
const isMailState = (state: string | undefined): state is MailState => state !== undefined && mailStates.has(state)

type HtmlMail = { language: Language; text: MailText; lines: readonly string[]; listLines: readonly string[] }

/** The same lines as the text part, in the frame of every mail. */
const renderHtml = (
  { language, text, lines, listLines }: HtmlMail,
  values: Record<string, string>,
  texts: MailTexts,
): string => {
  const safe = escaped(values)
  const fill = (line: string): string => fillTemplate(escapeHtml(line), safe)
  const isReport = isMailState(values.state)
  /** The last sentence is the link; sentences before it stay a note. */
  const linkOf = (line: string): (MailLink & { isAction: boolean; before: string }) | null => {
    const [, words, name] = linkLine.exec(line) ?? []
    if (!words || !name) return null
    const at = words.lastIndexOf('. ') + 1
    const isAction = name === 'openUrl'
    return { href: safe[name] ?? '', label: fill(words.slice(at).trim()), isAction, before: fill(words.slice(0, at)) }
  }
  /** Shown as title and place. */
  const isTitle = (line: string): boolean =>
    line === text.subject || (isReport && (line === '{{headline}}' || line === '{{plant}}'))
  // The button has the words of the line before it.
  const isAnnouncement = (line: string, at: number): boolean => line.endsWith(':') && lines[at + 1] === '{{url}}'
  const isNote = (line: string): boolean => isReport && line.includes('{{zone}}')
  const shown = lines.filter((line, at) => line !== '{{url}}' && !isTitle(line) && !isAnnouncement(line, at))
  const content = shown.filter((line) => !isNote(line) && (linkOf(line)?.isAction ?? true))
  const links = shown.flatMap((line) => linkOf(line) ?? []).filter(({ isAction }) => !isAction)
  const isCode = lines.includes('{{code}}')
  return frameMail({
    lang: language === 'no' ? 'nb' : language,
    band: isMailState(values.state) ? { state: values.state, label: safe.kind ?? '' } : null,
    title: isReport ? safe.headline || (safe.plant ?? '') : isCode ? null : fill(text.subject),
    place: isReport && safe.headline ? (safe.plant ?? '') : null,
    content: content.map((line) => {
      if (isList(line)) return listHtml(listLines.map((one) => escapeHtml(one)))
      const link = linkOf(line)
      if (link) return paragraphHtml(linkHtml(link))
      return line === '{{code}}' ? codeHtml(safe.code ?? '') : paragraphHtml(fill(line))
    }),
    button: lines.includes('{{url}}') ? { href: safe.url ?? '', label: escapeHtml(text.button ?? texts.open) } : null,
    notes: [...shown.filter((line) => isNote(line)).map((line) => fill(line)), ...links.map(({ before }) => before)],
    links,
    footer: escapeHtml(texts.footer),
  })
}

/** A line is rendered only when all its values exist; the line about clocks needs a time and a zone. */
const hasAllValues = (line: string, values: Record<string, string>): boolean =>
  fillTemplate(line, values).trim() !== '' && !(values.zone === '' && line.includes('{{zone}}'))

/** Renders a mail in the receiver's language, as plain text and as HTML in which user input is escaped. */
export const renderMail = async ({
  language,
  template,
  values: givenValues,
}: Pick<MailRequest, 'language' | 'template' | 'values'>): Promise<{ subject: string; text: string; html: string }> => {
  const texts = await textsOf(language)
  const values = localizeValues(singleLine(givenValues), language, texts)
  const mailText = texts[template]
  const { subject, body } = mailText
  const lines = body.filter((line) => hasAllValues(line, values))
  const listLines = linesOf(givenValues.lines)
  const textLines = lines.map((line) =>
    isList(line) ? listLines.map((one) => `- ${one}`).join('\n') : fillTemplate(line, values),
  )
  return {
    subject: fillTemplate(subject, values),
    text: `${textLines.join('\n\n')}\n\n--\n${texts.footer}\n`,
    html: renderHtml({ language, text: mailText, lines, listLines }, values, texts),
  }
}
