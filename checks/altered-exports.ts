import { maxLineBytes, maxPersonsLineBytes } from '../contract/src/features/logbook/export-lines.ts'
import {
  type AlteredExport,
  each,
  first,
  found,
  header,
  inserted,
  lineOf,
  lines,
  malformed,
  persons,
  reformatted,
  replaced,
  second,
  signature,
  swapped,
  third,
  withBytes,
  withLine,
  without,
} from './alter-export.ts'
import { spellings, wrongMembers, wrongValues } from './altered-lines.ts'
import { restoredExports } from './restored-exports.ts'
import { fileOf, sampleEntries, sampleExport } from './sample-export.ts'

/** Changed copies of a small export, each with the verdict, line and reason that every verifier gives. */

const encodings = [
  ...each('notJson', [
    [first, '"text":""', '"text":"\t"'],
    [first, '"text":""', '"text":"\0"'],
    [first, '"lamp":7', '"lamp":07'],
    [first, '"lamp":7', '"lamp":+7'],
    [first, '"lamp":7', '"lamp":NaN'],
    [first, '"ratio":0.5', '"ratio":Infinity'],
    [first, '"ratio":0.5', '"ratio":.5'],
    [first, '"ratio":0.5,', '"ratio":0.5,,'],
    [first, '"testEnded"', "'testEnded'"],
    [first, '{"entry"', '\uFEFF{"entry"'],
    [first, '{"entry"', '\u00A0{"entry"'],
    [first, '{"entry"', '\0{"entry"'],
    [first, '"}', '"}\0'],
    [first, '"}', '"}{}'],
    [second, '\\n', '\\x'],
    [second, '\\n', '\\u00g0'],
  ]),
  malformed('notUtf8', second, 'overlong encoding of a slash', withBytes(second, ' / ', [0x20, 0xc0, 0xaf, 0x20])),
  malformed('notUtf8', second, 'half a surrogate pair in UTF-8', withBytes(second, '🔦', [0xed, 0xa0, 0xbd])),
  malformed(
    'notUtf8',
    second,
    'surrogate pair in UTF-8',
    withBytes(second, '🔦', [0xed, 0xa0, 0xbd, 0xed, 0xb4, 0xa6]),
  ),
  malformed('notUtf8', second, 'beyond Unicode', withBytes(second, '🔦', [0xf5, 0x80, 0x80, 0x80])),
  malformed('notUtf8', second, 'Latin-1', withBytes(second, 'à', [0xe0])),
  malformed('notUtf8', header, 'Latin-1 in the header', withBytes(header, 'à', [0xe0])),
  malformed('notUtf8', signature, 'bytes after the signature', withBytes(signature, '"}\n', [0x22, 0x7d, 0xff, 0x0a])),
  malformed('tooLong', second, 'line of 1 MiB and more', replaced(second, ' / ', 'x'.repeat(maxLineBytes))),
  malformed('tooLong', second, 'line without an end', withLine(second, 'x'.repeat(2 * maxLineBytes))),
  malformed(
    'tooLong',
    persons,
    'persons of 16 MiB and more',
    replaced(persons, 'Ada', 'x'.repeat(maxPersonsLineBytes)),
  ),
  found('forged', null, 'persons of 2 MiB', replaced(persons, 'Ada', 'x'.repeat(2 * maxLineBytes))),
]

const text = fileOf(lines).toString()
const reformattings = [
  reformatted('byteOrderMark', 1, 'byte order mark', Buffer.from(`\uFEFF${text}`)),
  reformatted('byteOrderMark', 1, 'UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')),
  reformatted('byteOrderMark', 1, 'UTF-16, other order', Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()),
  reformatted('lineEnds', 1, 'CRLF', Buffer.from(text.replaceAll('\n', '\r\n'))),
  reformatted('lineEnds', 1, 'CR', Buffer.from(text.replaceAll('\n', '\r'))),
  reformatted('lineEnds', second, 'CRLF on one line', withLine(second, `${lineOf(second)}\r`)),
  reformatted('lineEnds', signature, 'CRLF at the end', withLine(signature, `${lineOf(signature)}\r`)),
  reformatted('lineEnds', second, 'CR between two lines', fileOf(lines.toSpliced(2, 2, `${lineOf(3)}\r${lineOf(4)}`))),
  reformatted('noLastLineFeed', signature, 'no line feed at the end', Buffer.from(text.slice(0, -1))),
  reformatted('blankLine', signature + 1, 'blank line at the end', Buffer.from(`${text}\n`)),
  reformatted('blankLine', signature + 1, 'blank lines at the end', Buffer.from(`${text}\n\n\n`)),
  reformatted('blankLine', signature + 1, 'spaces at the end', Buffer.from(`${text}  `)),
  reformatted('blankLine', 1, 'blank line at the start', Buffer.from(`\n${text}`)),
  reformatted('blankLine', third, 'blank line among the entries', inserted(third, '')),
  reformatted('blankLine', third, 'line of white space', inserted(third, ' \t')),
]

/** A line in the place of the header: the file is an export all the same. */
const linesBeforeHeader = ['note', '{"a":1}', '[1]', '{', lineOf(first), lineOf(signature)].map((line) =>
  malformed('unexpectedLine', header, `before the header: ${line.slice(0, 20)}`, inserted(header, line)),
)
const otherHeaders = [
  malformed('unexpectedLine', 2, 'blank line and text before the header', Buffer.from(`\nnote\n${text}`)),
  malformed('unexpectedLine', header, 'three lines before the header', Buffer.from(`a,b\n1,2\n\n${text}`)),
  malformed('unexpectedLine', header, 'byte order mark and text before it', Buffer.from(`\uFEFFnote\n${text}`)),
  malformed('unexpectedLine', header, 'entry before the header', swapped(header, first)),
  malformed('unexpectedLine', header, 'no header', without(header)),
  malformed('unexpectedLine', header, 'text for the header', withLine(header, 'note')),
  malformed('unexpectedLine', header, 'other format', replaced(header, 'vigilux-logbook', 'other')),
  malformed('unexpectedLine', header, 'a byte of the format', replaced(header, '"format"', '"formaT"')),
]

const orders = [
  ...linesBeforeHeader,
  ...otherHeaders,
  malformed('unexpectedLine', second, 'second header', inserted(second, lineOf(header))),
  ...['[1]', '7', 'null', '{}', '{"text":"x"}', '"entry"'].map((line) =>
    malformed('unexpectedLine', third, `forged line ${line}`, inserted(third, line)),
  ),
  malformed('wrongValue', third, 'forged line with an empty signature', inserted(third, '{"signature":""}')),
  malformed('unexpectedLine', third, 'signature among the entries', inserted(third, lineOf(signature))),
  malformed('unexpectedLine', third, 'persons among the entries', inserted(third, lineOf(persons))),
  malformed('unexpectedLine', third, 'persons before the last entries', swapped(third, persons)),
  malformed('unexpectedLine', first, 'persons before the entries', fileOf([1, 5, 2, 3, 4, 6].map(lineOf))),
  malformed('unexpectedLine', signature, 'two lines of persons', inserted(signature, lineOf(persons))),
  malformed('unexpectedLine', signature, 'other persons as well', inserted(signature, '{"persons":{}}')),
  malformed('unexpectedLine', signature + 1, 'two signatures', inserted(signature + 1, lineOf(signature))),
  malformed('unexpectedLine', persons, 'signature before persons', swapped(persons, signature)),
  malformed('unexpectedLine', persons, 'no persons', without(persons)),
  malformed('missingLine', signature, 'no signature', without(signature)),
  malformed('unexpectedLine', signature + 1, 'entry after the signature', inserted(signature + 1, lineOf(third))),
  malformed('unexpectedLine', signature + 1, 'header after the signature', inserted(signature + 1, lineOf(header))),
  malformed('notJson', signature + 1, 'text after the signature', inserted(signature + 1, 'end')),
  malformed('notJson', signature + 1, 'a byte after the signature', Buffer.from(`${text}x`)),
  malformed('unexpectedLine', persons, 'entry after the last', inserted(persons, lineOf(third))),
  malformed('unexpectedLine', second, 'header with a smaller end', replaced(header, '"to":3', '"to":1')),
]

const chains = [
  found('changed', first, 'changed entry', replaced(first, '"lamp":7', '"lamp":8')),
  found('changed', third, 'changed facts', replaced(third, 'true', 'false')),
  found('changed', first, 'facts of 16 levels', replaced(first, '0.5', `${'['.repeat(15)}${']'.repeat(15)}`)),
  found('changed', second, 'changed text', replaced(second, 'Łódź', 'Lodz')),
  found('changed', second, 'other normal form', replaced(second, 'à', 'a\u0300')),
  found('changed', second, 'changed seal', replaced(second, '"hash":"e', '"hash":"f')),
  found('swapped', first, 'entries in other order', swapped(first, second)),
  found('swapped', third, 'entry twice', inserted(third, lineOf(second))),
  found('missing', second, 'entry left out', without(second)),
  found('missing', first, 'first entry left out', without(first)),
  found(
    'missing',
    first,
    'first entry left out, and a later line is no JSON',
    fileOf([1, 3, 4].map(lineOf).with(2, '{')),
  ),
  found(
    'missing',
    first,
    'first entry left out, and comes after a blank line',
    fileOf([...[1, 3, 4].map(lineOf), '', lineOf(first)]),
  ),
  found(
    'cutOff',
    first,
    'persons, and entries after a line that is no JSON',
    fileOf([lineOf(header), lineOf(persons), '{', lineOf(first)]),
  ),
  found('cutOff', third, 'last entry left out', without(third)),
  found('cutOff', first, 'only the header', fileOf(lines.slice(0, 1))),
  found('cutOff', second, 'cut off after one entry', fileOf(lines.slice(0, 2))),
  found('cutOff', third, 'cut off after two entries', fileOf(lines.slice(0, 3))),
  found('cutOff', persons, 'header with a larger end', replaced(header, '"to":3', '"to":4')),
  found('swapped', first, 'header with a larger start', replaced(header, '"from":1', '"from":2')),
  malformed('missingLine', persons, 'cut off after the entries', fileOf(lines.slice(0, 4))),
  malformed('missingLine', signature, 'cut off after the persons', fileOf(lines.slice(0, 5))),
  ...lines.slice(1).map((line, at) => {
    const start = Buffer.byteLength(lines.slice(0, at + 1).join('\n')) + 1
    const half = start + Math.floor(Buffer.byteLength(line) / 2)
    return malformed('notJson', at + 2, `cut off within line ${at + 2}`, fileOf(lines).subarray(0, half))
  }),
  found('cutOff', third, 'cut off before a line feed', Buffer.from(text.split('\n').slice(0, 3).join('\n'))),
]

const otherwise = sampleExport({ entries: sampleEntries.map((entry) => ({ ...entry, clockWrong: entry.no === 3 })) })
const signatures = [
  found('recomputed', null, 'other head', replaced(header, '"head":"2', '"head":"3')),
  found('recomputed', null, 'last entry sealed again', fileOf([lineOf(header), ...otherwise.slice(1)])),
  found('forged', null, 'other persons', replaced(persons, 'Ada', 'Eva')),
  found('forged', null, 'no names', withLine(persons, '{"persons":{}}')),
  found('forged', null, 'other plant name', replaced(header, 'Città', 'Stadt')),
  found('forged', null, 'other time stamp', replaced(header, 'bm9uZQ==', 'bm9uZg==')),
  found('forged', null, 'no time stamp', replaced(header, '{"token":"bm9uZQ=="}', 'null')),
  found('forged', null, 'other signature', replaced(signature, '"signature":"V', '"signature":"W')),
  found('forged', null, 'other key id', replaced(header, '"id":"k"', '"id":"l"')),
  found('unknownKey', null, 'other key', replaced(header, '11qYAY', '11qYAZ')),
]

const headers = [
  found('noExport', null, 'empty file', Buffer.alloc(0)),
  found('noExport', null, 'only line feeds', Buffer.from('\n\n')),
  found('noExport', null, 'table', Buffer.from('a,b,c\n1,2,3\n')),
  found('noExport', null, 'UTF-16 without a mark', Buffer.from(text, 'utf16le')),
  found('noExport', null, 'other format, and no line of an export', Buffer.from('{"format":"other-1"}\n{"a":1}\n')),
  found('noExport', null, 'byte without an end', Buffer.from('{')),
  found('unknownFormat', 1, 'format 3', replaced(header, 'vigilux-logbook-2', 'vigilux-logbook-3')),
  found('unknownFormat', 1, 'format 02', replaced(header, 'vigilux-logbook-2', 'vigilux-logbook-02')),
  malformed('notJson', header, 'cut off within the header', fileOf(lines).subarray(0, 300)),
  found('forged', null, 'format 2 said to be format 1', replaced(header, 'vigilux-logbook-2', 'vigilux-logbook-1')),
]

/** Format 1 allowed other line ends; it allows nothing else. */
const old = sampleExport({ header: { format: 'vigilux-logbook-1' } })
const oldWith = (no: number, part: string, by: string): Buffer =>
  fileOf(old.with(no - 1, (old[no - 1] ?? '').replace(part, by)))
const oldFormat = [
  found('whole', null, 'format 1', fileOf(old)),
  found('whole', null, 'format 1 with CRLF', Buffer.from(old.join('\r\n'))),
  found('whole', null, 'format 1 with blank lines', Buffer.from(`\n${old.join('\n\n')}\n \n`)),
  malformed(
    'unknownMember',
    third,
    'format 1: forged entry with a signature',
    oldWith(third, '{"entry"', '{"signature":"x","entry"'),
  ),
  malformed(
    'notCanonical',
    persons,
    'format 1: persons twice in a line',
    oldWith(persons, '{"persons"', '{"persons":{},"persons"'),
  ),
  malformed(
    'unexpectedLine',
    signature,
    'format 1: two lines of persons',
    fileOf(old.toSpliced(5, 0, '{"persons":{}}')),
  ),
  malformed('wrongValue', signature, 'format 1: padding', oldWith(signature, '"}', '=="}')),
  reformatted('byteOrderMark', 1, 'format 1: byte order mark', Buffer.from(`\uFEFF${old.join('\n')}`)),
]

/** Exports as they may be written, so that no verifier refuses too much. */
const part = sampleExport({ header: { before: 'a'.repeat(64) }, entries: sampleEntries.slice(1) })
const unaltered = [
  found('whole', null, 'the export', fileOf(lines)),
  found('whole', null, 'a part', fileOf(part)),
  found('empty', null, 'without entries', fileOf(sampleExport({ entries: [] }))),
  found('whole', null, 'without persons', fileOf(sampleExport({ persons: {} }))),
  found('whole', null, 'without a time stamp', fileOf(sampleExport({ header: { timeStamp: null } }))),
]

export const alteredExports: readonly AlteredExport[] = [
  ...unaltered,
  ...wrongMembers,
  ...wrongValues,
  ...spellings,
  ...encodings,
  ...reformattings,
  ...orders,
  ...chains,
  ...signatures,
  ...headers,
  ...oldFormat,
  ...restoredExports,
]
