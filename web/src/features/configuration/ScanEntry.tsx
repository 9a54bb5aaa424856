import { Button, Switch, TextInput } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { Card } from '../../shared/layout/PageHeader.tsx'
import { QrScanner } from '../../shared/qr/QrScanner.tsx'
import * as styles from './configuration.module.css'

let context: AudioContext | undefined

/** Plays a short high tone for a lamp added to the list, and a low one otherwise, because eyes stay on the ladder. */
function playScanSound(isGood: boolean): void {
  try {
    context ??= new AudioContext()
    const tone = context.createOscillator()
    const volume = context.createGain()
    const end = context.currentTime + (isGood ? 0.09 : 0.25)
    tone.frequency.value = isGood ? 1_320 : 220
    volume.gain.setValueAtTime(0.2, context.currentTime)
    volume.gain.exponentialRampToValueAtTime(0.001, end)
    tone.connect(volume).connect(context.destination)
    tone.start()
    tone.stop(end)
  } catch {
    // Scanning works without sound.
  }
}

type EntryProps = {
  /** Label of the text field, and of its button. */
  typedLabel: string
  joinLabel: string
  /** Handles a code; returns the text to show, and whether the code is suitable. */
  onContent: (content: string) => { message: string; isGood: boolean }
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
    const { message, isGood } = submitContent(text)
    setMessage(isGood ? undefined : message)
    if (isGood) setText('')
  }
  return (
    <Card title={t('scan.entry')}>
      <div className={styles.scanBody}>
        <QrScanner onCode={submitContent} />
        <form
          className={styles.scanTyped}
          onSubmit={(event) => {
            event.preventDefault()
            submitText()
          }}
        >
          <TextInput
            className={`${layoutStyles.serial} ${styles.scanSerial}`}
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
