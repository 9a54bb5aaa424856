import { describe, expect, it } from 'vitest'
import { isConnectionError } from './database-unavailable.ts'
import { sqlStateOf } from './sql-state.ts'

/** The query builder's wrapper around a driver error. */
const wrapped = (cause: object): Error => new Error('Failed query', { cause: Object.assign(new Error('cause'), cause) })

describe('system error on the way to the database', () => {
  it.each(['EPIPE', 'ECONNRESET', 'ECONNREFUSED'])('%s means that the database is unavailable', (code) => {
    const error = wrapped({ code, errno: -32, syscall: 'write' })
    expect(sqlStateOf(error)).toBeUndefined()
    expect(isConnectionError(error)).toBe(true)
  })
})

describe('database error', () => {
  it.each([
    ['a full disk', '53100', 'ERROR', true],
    ['an administrator who shuts it down', '57P01', 'FATAL', true],
    ['an inner error that lets nobody in', 'XX000', 'FATAL', true],
    ['an inner error at one statement', 'XX000', 'ERROR', false],
    ['a statement that was cancelled for its length', '57014', 'ERROR', false],
    ['a row that is there already', '23505', 'ERROR', false],
    ['a transaction in which nothing happened', '25P03', 'FATAL', false],
  ])('%s', (_title, code, severity, isTrouble) => {
    expect(isConnectionError(wrapped({ code, severity }))).toBe(isTrouble)
  })
})
