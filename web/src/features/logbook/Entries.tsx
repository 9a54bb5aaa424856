import { Button, Select } from '@mantine/core'
import { IconNotebook } from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import { entryResults } from '@vigilux/contract/features/logbook/entry-kinds.ts'
import { entryGroupNames } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionInput } from '../../shared/api/actions.ts'
import { allPages } from '../../shared/api/all-pages.ts'
import { call } from '../../shared/api/call.ts'
import { useAction } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { DateField } from '../../shared/form/DateField.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { lazy } from '../../shared/lazy.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { HiddenHistory } from '../../shared/plant/HiddenHistory.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { DataTable } from '../../shared/table/DataTable.tsx'
import { type PageSelects, TableSelects } from '../../shared/table/TableSelects.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { pageSize } from '../../shared/table/table-model.ts'
import { useTableState } from '../../shared/table/table-state.ts'
import { serialOf, topicOf } from '../central-units/index.ts'
import { EntryTitle } from './EntryTitle.tsx'
import { useEntryColumns } from './entry-columns.tsx'
import { authorOf, describeEntry, locationOf } from './entry-texts.ts'
import * as styles from './logbook.module.css'
import { useEntryTexts } from './use-entry-texts.ts'
import { isReversedRange, type Question, useQuestion } from './use-question.ts'

const EntryPanel = lazy(async () => (await import('./EntryPanel.tsx')).EntryPanel)
const exportPageRows = 1000

const allEntries = (question: Question) =>
  allPages(async (page) => {
    const { entries: rows, total } = await call('getLogbookDetails', { ...question, page, pageSize: exportPageRows })
    return { rows, total }
  })

/** The entries, newest first, with the open one next to them. */
export function Entries() {
  const { t } = useTranslation('logbook')
  const question = useQuestion()
  const [{ page }] = useTableState()
  const detail = useOpenDetail('entry')
  const open = Number(detail.key)
  const pageQuestion = { ...question, page, pageSize }
  const panel =
    Number.isInteger(open) && open > 0 ? <OpenEntry key={open} no={open} detail={detail} input={pageQuestion} /> : null
  if (isReversedRange(question))
    return (
      <AnswerBoundary>
        <NoEntriesFound text={t('reversedRange')} selects={filtersOf(question)} />
      </AnswerBoundary>
    )
  return (
    <WithPanel panel={panel}>
      <AnswerBoundary quiet>
        <NewEntriesNotice input={pageQuestion} />
      </AnswerBoundary>
      <AnswerBoundary>
        <EntryTable
          input={pageQuestion}
          question={question}
          openKey={detail.key}
          onOpen={(no) => detail.open(String(no))}
        />
      </AnswerBoundary>
    </WithPanel>
  )
}

type EntriesInput = { input: ActionInput<'getLogbookDetails'> }

const useEntries = ({ input }: EntriesInput) =>
  useAnswer('getLogbookDetails', input, { placeholderData: keepPreviousData })

type OpenEntryProps = { no: number; detail: ReturnType<typeof useOpenDetail> }

/** An entry is fetched on its own; the list only provides its neighbors. */
function OpenEntry({ input, ...entry }: OpenEntryProps & EntriesInput) {
  return (
    <AnswerBoundary quiet skeleton={<Panel {...entry} nos={[]} />}>
      <OpenListedEntry input={input} {...entry} />
    </AnswerBoundary>
  )
}

function OpenListedEntry({ input, ...entry }: OpenEntryProps & EntriesInput) {
  return <Panel {...entry} nos={useEntries({ input }).entries.map(({ no }) => no)} />
}

function Panel({ no, detail, nos }: OpenEntryProps & { nos: readonly number[] }) {
  const at = nos.indexOf(no)
  const neighbour = (step: number): (() => void) | undefined => {
    const next = at < 0 ? undefined : nos[at + step]
    return next === undefined ? undefined : () => detail.open(String(next))
  }
  return (
    <EntryPanel
      no={no}
      onClose={detail.close}
      onOpen={(next) => detail.open(String(next))}
      onPrevious={neighbour(-1)}
      onNext={neighbour(1)}
    />
  )
}

/** Scroll offset up to which the top of the list counts as visible. */
const nearTopPx = 240

/** New entries are inserted while the top of the list is visible; otherwise announced, and inserted on request. */
function NewEntriesNotice({ input }: EntriesInput) {
  const { t } = useTranslation('logbook')
  const { plantId } = useCurrentPlant()
  const latestNo = useAnswer('getLogbookState', { plantId }).head.no
  const [{ page }] = useTableState()
  const [, change] = useSearchParams()
  const shownNo = useEntries({ input }).head.no
  const { isFetching, refetch } = useAction('getLogbookDetails', input, { enabled: false })
  const hasNewer = !isFetching && shownNo < latestNo
  // Once per new entry: do not repeat a refetch for an older answer.
  const requestedNo = useRef(0)
  useEffect(() => {
    if (!hasNewer || page !== 1 || window.scrollY >= nearTopPx || requestedNo.current >= latestNo) return
    requestedNo.current = latestNo
    void refetch()
  }, [hasNewer, page, refetch, latestNo])
  if (!hasNewer) return null
  const show = () => {
    window.scrollTo({ top: 0 })
    if (page === 1) void refetch()
    else change({ page: undefined })
  }
  return (
    <Button variant="light" className={styles.logbookNews} onClick={show}>
      {t('news')}
    </Button>
  )
}

type TableProps = EntriesInput & {
  question: Question
  openKey: string | undefined
  onOpen: (no: number) => void
}

function EntryTable({ input, question, openKey, onOpen }: TableProps) {
  const { entries, total, hidden, head, origin, soughtFrom } = useEntries({ input })
  const { t } = useTranslation('logbook')
  const texts = useEntryTexts()
  const columns = useEntryColumns(texts)
  const selects = filtersOf(question)
  return (
    <>
      {entries.length === 0 && selects.inUse > 0 ? (
        <NoEntriesFound text={t('nothingFits')} selects={selects} />
      ) : (
        <DataTable
          name="logbook"
          label={t('title')}
          rows={entries}
          rowKey={({ no }) => String(no)}
          columns={columns}
          twoLines
          openKey={openKey}
          onOpen={({ no }) => onOpen(no)}
          listLine={(entry) => ({
            title: <EntryTitle entry={entry} texts={texts} />,
            state: <small>{texts.formats.time(entry.at)}</small>,
            detail: [describeEntry(entry, texts), locationOf(entry, texts), authorOf(entry, texts)]
              .filter(Boolean)
              .join(' · '),
            value: <small>{texts.formats.number(entry.no)}</small>,
          })}
          listGroup={(entry) => texts.formats.weekdayDate(entry.at)}
          searchPlaceholder={t('search')}
          remote={{ total, exportRows: () => allEntries(question) }}
          selects={selects}
          empty={
            <div className="vx-card">
              <EmptyState icon={IconNotebook} title={t('none.title')}>
                {t('none.text')}
              </EmptyState>
            </div>
          }
        />
      )}
      {origin ? (
        <p className="vx-hint">
          {t('sealedBy', {
            no: texts.formats.number(origin.upTo),
            installation: origin.installation,
            key: origin.key.id,
            day: texts.formats.date(origin.importedAt),
          })}
        </p>
      ) : null}
      {soughtFrom ? <p className="vx-hint">{t('soughtFrom', { no: texts.formats.number(soughtFrom) })}</p> : null}
      {head.hash ? <Head no={head.no} hash={head.hash} /> : null}
      <HiddenHistory of="entries" count={hidden} />
    </>
  )
}

const filtersOf = (question: Question): PageSelects => {
  const { plantId: _, search: __, ...narrowed } = question
  return { fields: <EntryFilters question={question} />, inUse: Object.keys(narrowed).length }
}

function NoEntriesFound({ text, selects }: { text: string; selects: PageSelects }) {
  const { t } = useTranslation('logbook')
  const [, change] = useSearchParams()
  const clear = () => change({ of: '', unit: '', result: '', from: '', to: '', page: undefined })
  return (
    <div className={tableStyles.table}>
      <div className={tableStyles.filterbar} data-part="filterbar">
        <TableSelects {...selects} />
      </div>
      <div className={tableStyles.tableNothing}>
        <p>{text}</p>
        <Button variant="default" onClick={clear}>
          {t('clear')}
        </Button>
      </div>
    </div>
  )
}

/** The first eight and the last digits of 64, for comparison with paper. */
const shortHash = (hash: string): string => `${hash.slice(0, 4)} ${hash.slice(4, 8)} … ${hash.slice(-4)}`.toUpperCase()

function Head({ no, hash }: { no: number; hash: string }) {
  const { t } = useTranslation('logbook')
  const { number } = useFormats()
  return (
    <p className={`vx-hint ${styles.chain}`}>
      {t('chain', { no: number(no) })} <code title={hash}>{shortHash(hash)}</code>
    </p>
  )
}

type ChoiceProps = {
  label: string
  all: string
  value: string | undefined
  data: { value: string; label: string }[]
  name: string
}

function FilterSelect({ label, all, value, data, name }: ChoiceProps) {
  const [, change] = useSearchParams()
  return (
    <Select
      className={styles.logbookChoice}
      aria-label={label}
      allowDeselect={false}
      value={value ?? ''}
      data={[{ value: '', label: all }, ...data]}
      onChange={(chosen) => change({ [name]: chosen ?? '', page: undefined })}
    />
  )
}

function EntryFilters({ question: { of, topic, result, from, to } }: { question: Question }) {
  const { t } = useTranslation('logbook')
  const { plantId } = useCurrentPlant()
  const [, change] = useSearchParams()
  const units = useAnswer('getUnitsDetails', { plantId }).units.map(topicOf)
  const topics = [...new Set([...units, ...(topic ? [topic] : [])])]
  const day = (name: 'from' | 'to', value: string | undefined): ReactNode => (
    <DateField
      className={styles.logbookDay}
      aria-label={t(name)}
      placeholder={t(name)}
      value={value ?? ''}
      onChange={(chosen) => change({ [name]: chosen, page: undefined })}
    />
  )
  return (
    <>
      {day('from', from)}
      {day('to', to)}
      <FilterSelect
        name="of"
        label={t('byGroup')}
        all={t('allGroups')}
        value={of}
        data={entryGroupNames.map((value) => ({ value, label: t(`group.${value}`) }))}
      />
      {topics.length > 1 ? (
        <FilterSelect
          name="unit"
          label={t('byUnit')}
          all={t('allUnits')}
          value={topic}
          data={topics.map((value) => ({ value, label: serialOf(value) }))}
        />
      ) : null}
      <FilterSelect
        name="result"
        label={t('word.result')}
        all={t('allResults')}
        value={result}
        data={entryResults.map((value) => ({ value, label: t(`result.${value}`) }))}
      />
    </>
  )
}
