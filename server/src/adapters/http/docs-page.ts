import type { JsonSchema, openApiDocument } from '@vigilux/contract/openapi.ts'

type OpenApi = ReturnType<typeof openApiDocument>
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { $ref?: string; content?: Record<string, { schema?: JsonSchema }> }>
}

const htmlEntities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/g, (sign) => htmlEntities[sign] ?? sign)

/** Escaped text, with backticks as code. */
const prose = (text: string): string => escapeHtml(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>')

const listOf = (value: unknown): JsonSchema[] => (Array.isArray(value) ? value : [])

const boundTexts = (schema: JsonSchema, [minKey, maxKey]: [string, string], unitText: string): string[] => {
  const [from, to] = [schema[minKey], schema[maxKey]]
  if (from === undefined && to === undefined) return []
  if (from === undefined) return [`at most ${to}${unitText}`]
  return [to === undefined ? `at least ${from}${unitText}` : `${from} to ${to}${unitText}`]
}

/** A short description of a schema. */
const schemaText = (schema: JsonSchema): string => {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((one) => JSON.stringify(one)).join(' | ')
  const choices = [...listOf(schema.anyOf), ...listOf(schema.oneOf)]
  if (choices.length > 0) return choices.map(schemaText).join(' | ')
  const facts = [
    String(schema.format ?? schema.type ?? 'anything'),
    ...boundTexts(schema, ['minLength', 'maxLength'], ' characters'),
    ...boundTexts(schema, ['minimum', 'maximum'], ''),
    ...boundTexts(schema, ['minItems', 'maxItems'], ' entries'),
    ...(typeof schema.pattern === 'string' ? [`as in ${schema.pattern}`] : []),
    ...(schema.default === undefined ? [] : [`${JSON.stringify(schema.default)} where it is left out`]),
  ]
  return facts.join(', ')
}

/** Nested schemas with fields. */
const innerSchemas = (schema: JsonSchema): JsonSchema[] => {
  const { items, additionalProperties: values } = schema as Record<string, JsonSchema | undefined>
  const parts = [
    ...listOf(schema.anyOf),
    ...listOf(schema.oneOf),
    ...[items, values].filter((one) => one instanceof Object),
  ]
  return schema.properties ? [schema] : parts.flatMap((part) => innerSchemas(part as JsonSchema))
}

const fields = (schema: JsonSchema): string => {
  const requiredNames = new Set(listOf(schema.required).map(String))
  const rows = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>).map(([name, field]) => {
    const optional = requiredNames.has(name) ? '' : ' <i>optional</i>'
    return `<li><code>${escapeHtml(name)}</code>${optional} ${escapeHtml(schemaText(field))}${innerSchemas(field).map(fields).join('')}</li>`
  })
  return rows.length === 0 ? '<p>nothing</p>' : `<ul>${rows.join('')}</ul>`
}

const refusals = ({ responses }: Operation): string =>
  Object.entries(responses)
    .flatMap(([status, { $ref }]) => ($ref?.split(`/${status}-`)[1] ?? '').split('-').map((code) => [status, code]))
    .filter(([, code]) => code)
    .map(([status, code]) => `<li>${status} <code>${code}</code></li>`)
    .join('')

const schemaIn = (content: Record<string, { schema?: JsonSchema }> | undefined): JsonSchema | undefined =>
  Object.values(content ?? {})[0]?.schema

const article = (path: string, method: string, operation: Operation): string => {
  const { operationId, summary, requestBody, responses } = operation
  const payloadSchema = schemaIn(requestBody?.content)
  const answerSchema = schemaIn(responses['200']?.content)
  return `<details id="${operationId}"><summary><code>${operationId}</code> ${prose(summary)}</summary>
<p><code>${method.toUpperCase()} ${escapeHtml(path.split('#')[0] ?? path)}</code></p>
${payloadSchema ? `<h3>Payload</h3>${fields(payloadSchema)}` : ''}
<h3>Answer</h3>${answerSchema ? innerSchemas(answerSchema).map(fields).join('') : '<p>The file</p>'}
<h3>Refusals</h3><ul>${refusals(operation)}</ul></details>`
}

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1a1a1a;background:#fff}
h1,h2{line-height:1.2}h2{margin:2rem 0 .5rem}h3{font-size:1rem;margin:.75rem 0 .25rem}
details{border-top:1px solid #ccc;padding:.4rem 0}summary{cursor:pointer}code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}
ul{margin:.2rem 0;padding-left:1.25rem}@media(prefers-color-scheme:dark){body{color:#eee;background:#161616}a{color:#8ab4ff}}`

/** The API description as one page without scripts, for developers. */
export const docsPage = (document: OpenApi): string => {
  const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
    ([path, item]) =>
      (['get', 'post'] as const).flatMap((method) => {
        const operation = item[method]
        return operation ? [{ tag: operation.tags[0], html: article(path, method, operation) }] : []
      }),
  )
  const sections = document.tags.map(
    ({ name }) =>
      `<h2 id="${name}">${name}</h2>${operations.flatMap(({ tag, html }) => (tag === name ? [html] : [])).join('')}`,
  )
  const { title, version, description } = document.info
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} ${version}: interface</title><style>${style}</style></head><body><main>
<h1>${title} ${version}</h1><p>${prose(description)}</p>
<p><a href="/api/docs/openapi.json">OpenAPI 3.1</a> · <a href="/api/docs/asyncapi.json">AsyncAPI 3.0 of the unit protocol</a></p>${sections.join('')}</main></body></html>`
}
