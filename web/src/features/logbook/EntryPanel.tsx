import { Button, Textarea } from '@mantine/core'
import { entryLimits, type LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { Facts } from '../../shared/layout/PageHeader.tsx'
import { SidePanel } from '../../shared/layout/SidePanel.tsx'
import { canChange } from '../../shared/plant/can-change.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { AddEntryDialog } from './AddEntryDialog.tsx'
import { EntryPhoto, EntryPhotos } from './EntryPhotos.tsx'
import { EntryTitle } from './EntryTitle.tsx'
import { authorOf, describeEntry, locationOf } from './entry-texts.ts'
import * as styles from './logbook.module.css'
import { useEntryTexts } from './use-entry-texts.ts'

type Props = {
  no: number
  onClose: () => void
  onOpen: (no: number) => void
  onPrevious: (() => void) | undefined
  onNext: (() => void) | undefined
}

/** One full entry: its text, related entries, and remarks. */
export function EntryPanel({ no, onOpen, ...panel }: Props) {
  const { t } = useTranslation('logbook')
  const texts = useEntryTexts()
  return (
    <SidePanel title={t('panel.entry', { no: texts.formats.number(no) })} {...panel}>
      <AnswerBoundary>
        <Entry no={no} onOpen={onOpen} />
      </AnswerBoundary>
    </SidePanel>
  )
}

function Entry({ no, onOpen }: Pick<Props, 'no' | 'onOpen'>) {
  const { plantId } = useCurrentPlant()
  const { entry, notes, related } = useAnswer('getLogbookEntry', { plantId, no })
  return (
    <>
      <EntryDetails entry={entry} onOpen={onOpen} />
      {entry.kind === 'photo' ? <EntryPhoto photo={entry} /> : null}
      <EntryPhotos entry={entry} photos={related.filter((one) => one.kind === 'photo' && one.about === no)} />
      <RelatedEntries entries={related.filter((one) => one.kind !== 'photo' || one.about !== no)} onOpen={onOpen} />
      <Notes entry={entry} notes={notes} />
    </>
  )
}

/** Entries of the same matter. */
function RelatedEntries({ entries, onOpen }: { entries: readonly LogbookEntry[]; onOpen: (no: number) => void }) {
  const { t } = useTranslation('logbook')
  const texts = useEntryTexts()
  if (entries.length === 0) return null
  return (
    <section className={styles.entryPart}>
      <h3>{t('panel.related')}</h3>
      {entries.map((relatedEntry) => (
        <button
          key={relatedEntry.no}
          type="button"
          className={styles.entryRelated}
          onClick={() => onOpen(relatedEntry.no)}
        >
          <EntryTitle entry={relatedEntry} texts={texts} />
          <small>{texts.formats.dateTime(relatedEntry.at)}</small>
          <span>{texts.formats.number(relatedEntry.no)}</span>
        </button>
      ))}
    </section>
  )
}

function EntryDetails({ entry, onOpen }: { entry: LogbookEntry; onOpen: (no: number) => void }) {
  const { t } = useTranslation('logbook')
  const { plant } = useCurrentPlant()
  const texts = useEntryTexts()
  const { full, number } = texts.formats
  const [writing, setWriting] = useState<'correction' | 'remedy' | null>(null)
  const mayWrite = canChange(plant, 'plant.operate')
  const { correctedBy } = entry
  const mayCorrect = entry.correctable && !correctedBy
  const mayRemedy = ['defect', 'lampFault', 'unitFault'].includes(entry.kind) && !correctedBy
  return (
    <section className={styles.entryPart}>
      <EntryTitle entry={entry} texts={texts} />
      <p className={styles.entryText}>{describeEntry(entry, texts)}</p>
      {entry.clockWrong ? <p className="vx-hint">{t('entryText.clockWrong')}</p> : null}
      {correctedBy ? (
        <Button variant="subtle" onClick={() => onOpen(correctedBy)}>
          {t('entryText.correctedBy', { no: number(correctedBy) })}
        </Button>
      ) : null}
      <Facts
        entries={[
          [t('word.time'), full(entry.at)],
          [t('where'), locationOf(entry, texts) || '–'],
          [t('by'), authorOf(entry, texts)],
          ...(entry.recordedAt === entry.at
            ? []
            : [['', t('entryText.written', { at: full(entry.recordedAt) })] as const]),
          ...(entry.afterSignature ? [['', t('entryText.afterSignature')] as const] : []),
          [t('panel.seal'), <code key="seal">{`${entry.hash.slice(0, 8)} … ${entry.hash.slice(-8)}`}</code>],
        ]}
      />
      {mayWrite && (mayCorrect || mayRemedy) ? (
        <div className={styles.entryActs}>
          {mayCorrect ? (
            <Button variant="default" size="xs" onClick={() => setWriting('correction')}>
              {t('panel.correct')}
            </Button>
          ) : null}
          {mayRemedy ? (
            <Button variant="default" size="xs" onClick={() => setWriting('remedy')}>
              {t('panel.remedy')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {writing ? <AddEntryDialog of={entry} as={writing} onClose={() => setWriting(null)} /> : null}
    </section>
  )
}

function Notes({ entry, notes }: { entry: LogbookEntry; notes: readonly LogbookEntry[] }) {
  const { t } = useTranslation('logbook')
  const { plantId, plant } = useCurrentPlant()
  const texts = useEntryTexts()
  const [note, setNote] = useState('')
  const add = useActionMutation('aggiornaNoteLogbook', {
    refresh: ['getLogbookEntry', 'getLogbookDetails', 'getLogbookState'],
    onSuccess: () => setNote(''),
  })
  const mayWrite = canChange(plant, 'plant.operate')
  if (notes.length === 0 && !mayWrite) return null
  return (
    <section className={styles.entryPart}>
      <h3>{t('panel.notes')}</h3>
      {notes.map((relatedEntry) => (
        <p key={relatedEntry.no} className={styles.entryText}>
          <b>{authorOf(relatedEntry, texts)}</b> <small>{texts.formats.dateTime(relatedEntry.at)}</small>
          <br />
          {relatedEntry.text}
        </p>
      ))}
      {mayWrite ? (
        <div className={styles.entryForm}>
          <Textarea
            aria-label={t('panel.addNote')}
            placeholder={t('panel.addNote')}
            autosize
            maxLength={entryLimits.note}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
          <FormFailure error={add.error} />
          <Button
            variant="default"
            disabled={note.trim() === ''}
            loading={add.isPending}
            onClick={() => add.mutate({ plantId, no: entry.no, note })}
          >
            {t('word.add')}
          </Button>
        </div>
      ) : null}
    </section>
  )
}
