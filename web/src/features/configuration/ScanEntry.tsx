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
  const [text, setText] = useState('')
  const [message, setMessage] = useState<string>()
  const submitContent = (content: string) => {
    const result = onContent(content.trim())
    if (hasSound) playScanSound(result.isGood)
    return result
  }
  const submitText = () => {
    if (text.trim() === '') return
    const { words: message, isGood } = submitContent(text)
    setMessage(isGood ? undefined : message)
    if (isGood) setText('')
  }
  return (
    <Card title={t('scan.entry')}>
      <div className="vx-scan-body">
        <QrScanner onCode={submitContent} />
        <form
          className="vx-scan-typed"
          onSubmit={(event) => {
            event.preventDefault()
            submitText()
          }}
        >
          <TextInput
            className="vx-serial"
            label={typedLabel}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={300}
            value={text}
            error={message}
            onChange={(event) => {
              setMessage(undefined)
              setText(event.currentTarget.value)
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
