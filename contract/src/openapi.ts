import { z } from 'zod'
import { type ActionName, actions } from './actions.ts'
import texts from './api-texts.json' with { type: 'json' }
import { type ErrorCode, errorStatus } from './errors.ts'
import { type AuthFlow, type AuthFlowDeclaration, authFlows, sessionUser } from './features/accounts/auth-flows.ts'
import { attachmentLimits } from './features/attachments/attachment.ts'
import { fileLinkS, uploadedFile } from './features/files/file.ts'
import type { ActionDeclaration } from './kernel/action.ts'
import { idempotencyHeader, idempotencyKeyHours, idempotencyKeyPattern } from './kernel/idempotency-key.ts'
import { anyFlowRefusals, refusalsOf } from './refusals.ts'
import { requiredScope } from './required-scope.ts'

/** JSON schema, as far as this file reads it. */
export type JsonSchema = { [key: string]: unknown }

type Operation = {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: object[]
  requestBody?: object
  responses: Record<string, object>
}

/** Formats whose name needs no pattern. */
const selfExplanatoryFormats = new Set(['uuid', 'date-time', 'email'])

const isString = ({ type }: JsonSchema): boolean => type === 'string'

/** zod writes the bounds of safe integers where a number has none. */
const dropSafeIntegerBounds = (schema: JsonSchema): void => {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

/** A record of known keys is an object with these properties. */
const listKnownKeys = (schema: JsonSchema): void => {
  const { propertyNames: keys, additionalProperties: value } = schema as { [key: string]: JsonSchema | undefined }
  if (!Array.isArray(keys?.enum) || !value) return
  delete schema.propertyNames
  schema.properties = Object.fromEntries(keys.enum.map((name) => [name, value]))
  schema.additionalProperties = false
}

/** Drops redundant keywords of a schema, and applies constraints on trimmed text to the text as sent. */
const simplifySchema =
  (io: 'input' | 'output') =>
  ({ zodSchema, jsonSchema }: { zodSchema: z.core.$ZodTypes; jsonSchema: JsonSchema }): void => {
    const { def } = zodSchema._zod
    if (io === 'input' && def.type === 'pipe' && isString(jsonSchema)) {
      const after: JsonSchema = schemaOf(def.out, io)
      if (isString(after)) Object.assign(jsonSchema, { ...after, ...jsonSchema })
    }
    dropSafeIntegerBounds(jsonSchema)
    listKnownKeys(jsonSchema)
    if (selfExplanatoryFormats.has(String(jsonSchema.format))) delete jsonSchema.pattern
  }

/** JSON schema of an input or an output. */
export const schemaOf = (schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: simplifySchema(io) })
  return rest
}

const json = (schema: JsonSchema): object => ({ content: { 'application/json': { schema } } })

const response = (data: JsonSchema): object => ({
  description: 'Done',
  ...json({ type: 'object', required: ['data'], properties: { data } }),
})

/** Fields common to all refusals. */
const refusal: JsonSchema = {
  type: 'object',
  required: ['error', 'message', 'requestId'],
  properties: {
    error: { type: 'string' },
    message: { type: 'string', description: 'English sentence for developers' },
    details: { description: 'Details by code, such as `fields` for INVALID_INPUT' },
    requestId: { type: 'string', format: 'uuid', description: 'Id of the request in the server log' },
  },
}

/** Response objects for refusals, one for each occurring set of codes. */
const createRefusals = () => {
  const responses: Record<string, object> = {}
  const refusalsOf = (codes: ErrorCode[]): Record<string, object> =>
    Object.fromEntries(
      [...Map.groupBy(codes, (code) => errorStatus[code])].map(([status, statusCodes]) => {
        const name = `${status}-${statusCodes.join('-')}`
        responses[name] = {
          description: statusCodes.join(', '),
          ...json({ $ref: '#/components/schemas/Refusal', properties: { error: { enum: statusCodes } } }),
        }
        return [String(status), { $ref: `#/components/responses/${name}` }]
      }),
    )
  return { responses, of: refusalsOf }
}

const keyParameter = { $ref: '#/components/parameters/IdempotencyKey' }

/** Idempotency header of writes, described once. */
const idempotencyParameter = {
  name: idempotencyHeader,
  in: 'header',
  description: `Identifies one write. A write with the same key, account and payload gets the first answer again, with its secrets as null. Keys expire after ${idempotencyKeyHours} h.`,
  schema: { type: 'string', pattern: idempotencyKeyPattern.source },
}

type RefusalsAs = ReturnType<typeof createRefusals>['of']

const declarationOf = (name: ActionName): ActionDeclaration => actions[name]

const operationOf = (name: ActionName, refusals: RefusalsAs): Operation => {
  const { feature, summary, example } = texts.calls[name]
  const declaration = declarationOf(name)
  const { permission, effect, input, output } = declaration
  const scope = requiredScope(declaration)
  const { properties = {}, required = [], ...rest } = schemaOf(input, 'input')
  return {
    operationId: name,
    summary,
    description: scope ? `Access tokens need the scope \`${scope}\`.` : 'Closed to access tokens.',
    tags: [feature],
    security: permission === 'public' ? [] : [{ session: [] }, ...(scope ? [{ token: [scope] }] : [])],
    ...(effect === 'write' ? { parameters: [keyParameter] } : {}),
    requestBody: {
      required: true,
      ...json({
        ...rest,
        properties: { action: { const: name }, ...(properties as object) },
        required: ['action', ...(required as string[])],
        examples: [{ action: name, ...example }],
      }),
    },
    responses: { 200: response(schemaOf(output, 'output')), ...refusals(refusalsOf(name)) },
  }
}

const flowOperation = (name: AuthFlow, refusals: RefusalsAs): Operation => {
  const { session, input, output, errors }: AuthFlowDeclaration = authFlows[name]
  return {
    operationId: name,
    summary: texts.calls[name].summary,
    description: 'Closed to access tokens.',
    tags: ['sign-in'],
    security: session ? [{ session: [] }] : [],
    requestBody: { required: true, ...json(schemaOf(input, 'input')) },
    responses: {
      200: response(schemaOf(output, 'output')),
      ...refusals([...new Set([...anyFlowRefusals, ...errors])]),
    },
  }
}

const authPaths = (refusals: RefusalsAs): object => ({
  ...Object.fromEntries(
    (Object.keys(authFlows) as AuthFlow[]).map((name) => [
      `/api/auth/${name}`,
      { post: flowOperation(name, refusals) },
    ]),
  ),
  '/api/auth/get-session': {
    get: {
      operationId: 'get-session',
      summary: 'The signed-in person; null when nobody is.',
      description: 'Closed to access tokens.',
      tags: ['sign-in'],
      security: [{ session: [] }, {}],
      responses: {
        200: response(schemaOf(sessionUser.nullable(), 'output')),
        ...refusals(['NOT_SIGNED_IN', 'NOT_ALLOWED', ...transportRefusals]),
      },
    },
  },
})

const token = { name: 'token', in: 'path', required: true, schema: { type: 'string', maxLength: 300 } }
const linkRefusals = [
  'NOT_SIGNED_IN',
  'ACCOUNT_SUSPENDED',
  'DECLARATIONS_MISSING',
  'FILE_LINK_INVALID',
  'PLANT_NOT_FOUND',
  'FILE_NOT_FOUND',
] as const
const transportRefusals = [
  'TOO_MANY_REQUESTS',
  'INTERNAL_ERROR',
  'SERVER_BUSY',
  'STORAGE_UNAVAILABLE',
  'STORAGE_SLOW',
] as const
const uploadRefusals = [
  ...([
    'INVALID_INPUT',
    'FILE_EMPTY',
    'FILE_INCOMPLETE',
    'FILE_TYPE_REFUSED',
    'FILE_UPLOAD_STALLED',
    'PICTURE_UNREADABLE',
    'NOT_ALLOWED',
  ] as const),
  ...(['FOREIGN_ORIGIN', 'ATTACHMENT_LIMIT', 'PAYLOAD_TOO_LARGE', 'FILE_QUOTA_EXCEEDED', 'FILE_STORAGE_FULL'] as const),
  'OUTCOME_UNKNOWN',
] as const

const filePaths = (refusals: RefusalsAs): object => ({
  '/files/{token}': {
    parameters: [token],
    get: {
      operationId: 'fetchFile',
      summary: `Downloads a file by a link from an action. The link works for ${fileLinkS} s in the same session.`,
      tags: ['files'],
      security: [{ session: [] }, { token: ['read'] }],
      responses: {
        200: { description: 'The file, as a download', content: { 'application/octet-stream': {} } },
        206: { description: 'The bytes requested by the `Range` header', content: { 'application/octet-stream': {} } },
        416: { description: 'The requested range is outside the file' },
        ...refusals([...linkRefusals, 'FILE_DAMAGED', ...transportRefusals]),
      },
    },
    post: {
      operationId: 'sendFile',
      summary: `Uploads one file of at most ${attachmentLimits.bytes} bytes to a link from an action.`,
      tags: ['files'],
      security: [{ session: [] }, { token: ['read'] }],
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', contentMediaType: 'application/octet-stream' } },
            },
          },
        },
      },
      responses: {
        200: response(schemaOf(uploadedFile, 'output')),
        ...refusals([...linkRefusals, ...uploadRefusals, ...transportRefusals]),
      },
    },
  },
})

const picturePaths = (refusals: RefusalsAs): object => ({
  '/pictures/{id}': {
    parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
    get: {
      operationId: 'fetchPicture',
      summary: "Downloads the caller's own picture, or the logo of one of their plants, by its address in an answer.",
      tags: ['files'],
      security: [{ session: [] }, { token: ['read'] }],
      responses: {
        200: { description: 'The picture', content: { 'image/png': {}, 'image/webp': {} } },
        304: { description: 'The picture named by `If-None-Match` is current' },
        ...refusals([
          'NOT_SIGNED_IN',
          'ACCOUNT_SUSPENDED',
          'DECLARATIONS_MISSING',
          'FILE_NOT_FOUND',
          ...transportRefusals,
        ]),
      },
    },
  },
})

/** Facts about the interface beyond the schemas. */
const introduction = `Send each action as \`POST /api\` with its name as \`action\`. The part of a path after \`#\` only
tells the actions apart in this document. The WebSocket \`/realtime\` takes the same actions as \`{ "action", "id", "data" }\`.

Programs use an access token, which a person creates for the account or for a plant. Send it as \`Authorization: Bearer vgx_…\` with each
request and with the upgrade of \`/realtime\`. Instead of that header, \`/realtime\` accepts a first message
\`{ "action": "authenticate", "data": { "token" } }\`. A token has scopes: \`read\` is in every token, and each operation names the scope that it
needs. Without it the call is refused with \`NOT_ALLOWED\`. People sign in with \`POST /api/auth/sign-in\` and \`{ "email", "password" }\`;
the answer sets the session cookie.

Texts are trimmed before validation. A refusal has a code; \`retryAfterS\` in its details says when to try again. After a refusal nothing
was stored, except after \`OUTCOME_UNKNOWN\`. A write with an idempotency key (the header \`Idempotency-Key\`, or \`key\` beside \`id\`) can
be repeated safely.`

const furtherTags = {
  files: 'Files and pictures, by links from actions.',
  'sign-in': 'Sign-up, sign-in and its methods, for browsers. Closed to access tokens.',
}

/** OpenAPI 3.1 document of the whole interface. It contains no data of plants, people or addresses. */
export const openApiDocument = (version: string) => {
  const { responses, of } = createRefusals()
  const paths = (Object.keys(actions) as ActionName[]).map(
    (name) => [`/api#${name}`, { post: operationOf(name, of) }] as const,
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vigilux',
      version,
      description: introduction,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries({ ...texts.features, ...furtherTags }).map(([name, description]) => ({ name, description })),
    paths: { ...Object.fromEntries(paths), ...authPaths(of), ...filePaths(of), ...picturePaths(of) },
    components: {
      schemas: { Refusal: refusal },
      responses,
      parameters: { IdempotencyKey: idempotencyParameter },
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'vigilux.session_token' },
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'Access token; each operation names its scope',
        },
      },
    },
  } as const
}
