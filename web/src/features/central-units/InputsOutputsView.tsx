import { NumberInput, Select } from '@mantine/core'
import {
  type Contact,
  contact,
  contactConjunctions,
  contactSignals,
} from '@vigilux/contract/features/central-units/unit-detail.ts'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { UnsavedCount } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { LeaveQuestion } from '../../shared/form/UnsavedGuard.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSentCommand } from '../../shared/plant/use-sent-command.tsx'
import { Channels } from './PartsView.tsx'
import { UnitSection } from './UnitSection.tsx'
import { topicOf } from './unit.ts'
import * as styles from './unit-page.module.css'
import type { CurrentUnit } from './use-unit.ts'
import { useWhyNotCommand } from './why-not.ts'

/** Inputs, relay and free-potential contacts of a unit. */
export function InputsOutputsView({ open }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { detail } = open
  const inputs = detail?.inputs ?? []
  return (
    <>
      <UnitSection title={t('io.inputs')}>
        {inputs.length > 0 ? <Channels channels={inputs} /> : <p>{detail ? t('io.noInputs') : t('io.untold')}</p>}
      </UnitSection>
      <RelayCard open={open} />
      <ContactsCard open={open} />
    </>
  )
}

function RelayCard({ open: { unit, detail } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('setRelay')
  const relay = detail?.relay
  return (
    <UnitSection title={t('io.relay')} aside={relay ? (relay.on ? t('io.on') : t('io.off')) : undefined}>
      {relay ? (
        <>
          <div className={layoutStyles.actions}>
            <ReasonButton
              variant="default"
              blockedReason={blockedReason ?? (sentCommand.busy ? t('whyNot.asking') : undefined)}
              onClick={() => void sentCommand.send({ plantId, topic: topicOf(unit), on: !relay.on })}
            >
              {relay.on ? t('io.switchOff') : t('io.switchOn')}
            </ReasonButton>
          </div>
          {sentCommand.line}
        </>
      ) : (
        <p>{detail ? t('io.noRelay') : t('io.untold')}</p>
      )}
    </UnitSection>
  )
}

function ContactsCard({ open: { unit, detail } }: { open: CurrentUnit }) {
  const { t } = useTranslation('central-units')
  const { plantId } = useCurrentPlant()
  const blockedReason = useWhyNotCommand()(unit)
  const sentCommand = useSentCommand('setContacts')
  const reportedContacts = detail?.contacts ?? []
  const [changed, setChanged] = useState<Record<number, Contact>>({})
  const [invalidNumbers, setInvalidNumbers] = useState<ReadonlySet<number>>(new Set())
  const contacts = reportedContacts.map((one) => changed[one.number] ?? one)
  // The form follows the unit's report once it equals the sent values.
  const isDone = sentCommand.command?.state === 'done'
  useEffect(() => {
    if (isDone) setChanged({})
  }, [isDone])
  const change = (next: Contact) => {
    setChanged((previous) => ({ ...previous, [next.number]: next }))
    setInvalidNumbers((previous) => new Set([...previous].filter((number) => number !== next.number)))
  }
  const save = () => {
    const invalid = contacts.filter((one) => !contact.safeParse(one).success).map(({ number }) => number)
    setInvalidNumbers(new Set(invalid))
    if (invalid.length > 0) return
    const changedContacts = contacts.filter(({ number }) => changed[number])
    void sentCommand.send({ plantId, topic: topicOf(unit), contacts: changedContacts })
  }
  const count = Object.keys(changed).length
  const nothingChanged = count === 0 ? t('io.unchanged') : undefined
  if (reportedContacts.length === 0)
    return (
      <UnitSection title={t('io.contacts')}>
        <p>{detail ? t('io.noContacts') : t('io.untold')}</p>
      </UnitSection>
    )
  return (
    <UnitSection title={t('io.contacts')} aside={t('io.contactsHelp')}>
      <LeaveQuestion unsaved={() => count > 0} />
      {contacts.map((contactRow) => (
        <ContactRow
          key={contactRow.number}
          contact={contactRow}
          wrong={invalidNumbers.has(contactRow.number)}
          readOnly={blockedReason !== undefined}
          onChange={change}
        />
      ))}
      <div className={layoutStyles.actions}>
        <ReasonButton
          blockedReason={blockedReason ?? nothingChanged ?? (sentCommand.busy ? t('whyNot.asking') : undefined)}
          onClick={save}
        >
          {t('io.save')}
        </ReasonButton>
        <UnsavedCount count={count} />
      </div>
      {sentCommand.line}
    </UnitSection>
  )
}

type RowProps = { contact: Contact; wrong: boolean; readOnly: boolean; onChange: (next: Contact) => void }

function ContactRow({ contact: contactRow, wrong, readOnly, onChange }: RowProps) {
  const { t } = useTranslation('central-units')
  return (
    <fieldset className={styles.contact} disabled={readOnly}>
      <b>{t('io.contact', { number: contactRow.number })}</b>
      <Select
        label={t('io.signal')}
        allowDeselect={false}
        value={contactRow.signal}
        data={contactSignals.map((value) => ({ value, label: t(`io.signals.${value}`) }))}
        onChange={(value) => onChange({ ...contactRow, signal: (value ?? contactRow.signal) as Contact['signal'] })}
      />
      <Select
        label={t('io.conjunction')}
        allowDeselect={false}
        value={contactRow.conjunction}
        data={contactConjunctions.map((value) => ({ value, label: t(`io.conjunctions.${value}`) }))}
        onChange={(value) =>
          onChange({ ...contactRow, conjunction: (value ?? contactRow.conjunction) as Contact['conjunction'] })
        }
      />
      <NumberInput
        label={t('io.delay')}
        suffix=" s"
        min={0}
        max={3600}
        clampBehavior="none"
        allowDecimal={false}
        value={contactRow.activationDelayS}
        error={wrong ? t('io.delayWrong') : undefined}
        onChange={(value) =>
          onChange({ ...contactRow, activationDelayS: typeof value === 'number' ? value : Number.NaN })
        }
      />
    </fieldset>
  )
}
