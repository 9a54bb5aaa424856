import {
  type Icon,
  IconEye,
  IconFileCertificate,
  IconNotes,
  IconSettings,
  IconSignature,
  IconTool,
} from '@tabler/icons-react'
import { type EntryGroup, entryGroups, type LogbookEntry } from '@vigilux/contract/features/logbook/logbook-entry.ts'
import { StatusInline } from '../../shared/status/StatusTag.tsx'
import { type EntryTexts, stateOf, titleOf } from './entry-texts.ts'
import * as styles from './logbook.module.css'

const icons: Partial<Record<EntryGroup, Icon>> = {
  faults: IconTool,
  inspections: IconEye,
  documents: IconFileCertificate,
  signatures: IconSignature,
  notes: IconNotes,
}

const groupOf = (kind: LogbookEntry['kind']): EntryGroup | undefined =>
  (Object.keys(entryGroups) as EntryGroup[]).find((group) =>
    (entryGroups[group] as readonly LogbookEntry['kind'][]).includes(kind),
  )

/** The title of an entry: in the color of a state when a unit reported it, gray when people wrote it. */
export function EntryTitle({ entry, texts }: { entry: LogbookEntry; texts: EntryTexts }) {
  const state = stateOf(entry)
  const Sign = icons[groupOf(entry.kind) ?? 'units'] ?? IconSettings
  return (
    <span className={styles.entryTitle}>
      {state ? (
        <StatusInline state={state} cause={titleOf(entry, texts)} />
      ) : (
        <>
          <Sign size={16} aria-hidden className={styles.entrySign} />
          <b>{titleOf(entry, texts)}</b>
        </>
      )}
    </span>
  )
}
