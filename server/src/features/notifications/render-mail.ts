import { readFile } from 'node:fs/promises'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import type { Language } from '@vigilux/contract/kernel/primitives.ts'
import { z } from 'zod'
import { zoneOrUtc } from '../../kernel/zoned.ts'
import type { MailRequest } from '../../ports/mail.ts'

type MailText = { subject: string; body: string[] }
type MailTexts = Record<MailRequest['template'], MailText> & { footer: string; role: Record<PlantRole, string> }

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

/** Roles and times arrive as codes and are formatted in the receiver's language, times in the zone that comes with them. */
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

const paragraph = (text: string, values: Record<string, string>): string => {
  const placeholder = /^\{\{(\w+)\}\}$/.exec(text)
  const escapedValues = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, escapeHtml(value)]))
  if (placeholder?.[1] === 'code')
    return `<p style="font-size:28px;letter-spacing:6px;font-weight:650;margin:24px 0">${escapedValues.code ?? ''}</p>`
  if (placeholder?.[1] === 'url')
    return `<p><a href="${escapedValues.url ?? ''}" style="color:#2350c7">${escapedValues.url ?? ''}</a></p>`
  return `<p>${fillTemplate(escapeHtml(text), withLinks(escapedValues))}</p>`
}

/** Turns addresses within a sentence into links. */
const withLinks = (escapedValues: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(escapedValues).map(([name, value]) => [
      name,
      name.endsWith('Url') ? `<a href="${value}" style="color:#2350c7">${value}</a>` : value,
    ]),
  )

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
  const { subject, body } = texts[template]
  const lines = body.filter((line) => hasAllValues(line, values))
  const listLines = linesOf(givenValues.lines)
  const list = `<ul>${listLines.map((line) => `<li>${escapeHtml(line)}</li>`).join('')}</ul>`
  const html = lines.map((line) => (isList(line) ? list : paragraph(line, values))).join('\n')
  const textLines = lines.map((line) =>
    isList(line) ? listLines.map((one) => `- ${one}`).join('\n') : fillTemplate(line, values),
  )
  return {
    subject: fillTemplate(subject, values),
    text: `${textLines.join('\n\n')}\n\n--\n${texts.footer}\n`,
    html: `<!doctype html><html lang="${language === 'no' ? 'nb' : language}"><body style="font-family:Inter,system-ui,sans-serif;font-size:15px;line-height:1.5;color:#121820;max-width:560px;margin:32px auto;padding:0 16px">\n<p style="font-weight:700;font-size:18px">Vigilux</p>\n${html}\n<p style="color:#5e6a79;font-size:13px;border-top:1px solid #dee3ea;padding-top:12px;margin-top:32px">${escapeHtml(texts.footer)}</p>\n</body></html>`,
  }
}
