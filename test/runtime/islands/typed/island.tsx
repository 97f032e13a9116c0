import { useState, type ReactNode } from 'react'

/** Every field is controlled: what React does not hear of is lost at the next rendering. */
export default function Typed(): ReactNode {
  const [text, setText] = useState('')
  const [note, setNote] = useState('first note')
  const [gift, setGift] = useState(false)
  const [size, setSize] = useState('S')
  const [colour, setColour] = useState('red')
  const [renders, setRenders] = useState(0)
  return (
    <div>
      <input aria-label="text" value={text} onChange={(event) => setText(event.target.value)} />
      <textarea aria-label="note" value={note} onChange={(event) => setNote(event.target.value)} />
      <input
        aria-label="gift"
        type="checkbox"
        checked={gift}
        onChange={(event) => setGift(event.target.checked)}
      />
      {['S', 'M'].map((value) => (
        <input
          key={value}
          aria-label={value}
          type="radio"
          name="size"
          value={value}
          checked={size === value}
          onChange={() => setSize(value)}
        />
      ))}
      <select aria-label="colour" value={colour} onChange={(event) => setColour(event.target.value)}>
        <option value="red">red</option>
        <option value="blue">blue</option>
      </select>
      <button type="button" onClick={() => setRenders(renders + 1)}>
        Render
      </button>
      <output>{JSON.stringify({ text, note, gift, size, colour, renders })}</output>
    </div>
  )
}
