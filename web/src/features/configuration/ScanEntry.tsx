import { Button, Switch, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Card } from '../../shared/layout/PageHeader.tsx'
import './configuration.css'
import { QrScanner } from './QrScanner.tsx'
import { playScanSound } from './scan-sound.ts'

type EntryProps = {
  /** Label of the text field, and of its button. */
  typedLabel: string
  joinLabel: string
  /** Handles a code; returns the text to show, and whether the code is suitable. */
  onContent: (content: string) => { words: string; isGood: boolean }
}

/** Camera, photo or keyboard: reads codes in sequence, with a sound for each. */
export function ScanEntry({ typedLabel, joinLabel, onContent }: EntryProps) {
  const { t } = useTranslation('configuration')
  const [hasSound, setSound] = useLocalStorage({ key: 'vigilux.scanSound', defaultValue: true })
  const [typed, setTyped] = useState('')
  const [said, setSaid] = useState<string>()
  const take = (content: string) => {
    const answer = onContent(content.trim())
    if (hasSound) playScanSound(answer.isGood)
    return answer
  }
  const enter = () => {
    if (typed.trim() === '') return
    const { words, isGood } = take(typed)
    setSaid(isGood ? undefined : words)
    if (isGood) setTyped('')
  }
  return (
    <Card title={t('scan.entry')}>
      <div className="vx-scan-body">
        <QrScanner onCode={take} />
        <form
          className="vx-scan-typed"
          onSubmit={(event) => {
            event.preventDefault()
            enter()
          }}
        >
          <TextInput
            className="vx-serial"
            label={typedLabel}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={300}
            value={typed}
            error={said}
            onChange={(event) => {
              setSaid(undefined)
              setTyped(event.currentTarget.value)
            }}
          />
          <Button type="submit" variant="default">
            {joinLabel}
          </Button>
        </form>
        <Switch
          label={t('scan.sound')}
          checked={hasSound}
          onChange={(event) => setSound(event.currentTarget.checked)}
        />
      </div>
    </Card>
  )
}
