import { describe, expect, it } from 'vitest'
import { read, type Row } from './for-tests.ts'

const america: Row[] = [
  [
    'Ada Lovelace\n1600 Amphitheatre Pkwy\nMountain View, CA 94043\nUSA',
    {
      country: 'US',
      firstName: 'Ada',
      lastName: 'Lovelace',
      line1: '1600 Amphitheatre Pkwy',
      city: 'Mountain View',
      region: 'CA',
      postcode: '94043',
    },
  ],
  [
    'John Smith, 350 Fifth Avenue, New York, NY 10118',
    {
      country: 'US',
      firstName: 'John',
      lastName: 'Smith',
      line1: '350 Fifth Avenue',
      city: 'New York',
      region: 'NY',
      postcode: '10118',
    },
  ],
  [
    'Grace Hopper\n742 Evergreen Terrace, Apt 4B\nSpringfield, Illinois 62704-1234\nUnited States\n(217) 555-0123',
    {
      country: 'US',
      firstName: 'Grace',
      lastName: 'Hopper',
      phone: '+1 (217) 555-0123',
      line1: '742 Evergreen Terrace, Apt 4B',
      city: 'Springfield',
      region: 'IL',
      postcode: '62704-1234',
    },
  ],
  [
    'Acme Inc.\nAttn: Wile Coyote\n1 Desert Road\nSuite 200\nTucson, AZ 85701',
    {
      country: 'US',
      company: 'Acme Inc.',
      firstName: 'Wile',
      lastName: 'Coyote',
      line1: '1 Desert Road',
      line2: 'Suite 200',
      city: 'Tucson',
      region: 'AZ',
      postcode: '85701',
    },
  ],
  [
    '1 Main St, Washington, DC 20001',
    { country: 'US', line1: '1 Main St', city: 'Washington', region: 'DC', postcode: '20001' },
  ],
  [
    'Name: Mary Major\nAddress: 100 N Main Street\nCharlotte, North Carolina 28202\nPhone: 704-555-0199\nEmail: mary@example.com',
    {
      country: 'US',
      firstName: 'Mary',
      lastName: 'Major',
      phone: '+1 704-555-0199',
      email: 'mary@example.com',
      line1: '100 N Main Street',
      city: 'Charlotte',
      region: 'NC',
      postcode: '28202',
    },
  ],
  [
    'Jean Tremblay\n1010 rue Sainte-Catherine O\nMontréal, QC H3B 1E7\nCanada',
    {
      country: 'CA',
      firstName: 'Jean',
      lastName: 'Tremblay',
      line1: '1010 rue Sainte-Catherine O',
      city: 'Montréal',
      region: 'QC',
      postcode: 'H3B 1E7',
    },
  ],
  [
    'Ann Lee, 100 Queen St W, Toronto, Ontario, M5H 2N2',
    {
      country: 'CA',
      firstName: 'Ann',
      lastName: 'Lee',
      line1: '100 Queen St W',
      city: 'Toronto',
      region: 'ON',
      postcode: 'M5H 2N2',
    },
  ],
  [
    'Bruce Wayne\n1 Macquarie Street\nSydney NSW 2000\nAustralia',
    {
      country: 'AU',
      firstName: 'Bruce',
      lastName: 'Wayne',
      line1: '1 Macquarie Street',
      city: 'Sydney',
      region: 'NSW',
      postcode: '2000',
    },
  ],
  [
    'Kiri Te\n10 Customhouse Quay\nWellington 6011\nNew Zealand',
    {
      country: 'NZ',
      firstName: 'Kiri',
      lastName: 'Te',
      line1: '10 Customhouse Quay',
      city: 'Wellington',
      postcode: '6011',
    },
  ],
]

const europe: Row[] = [
  [
    'Sherlock Holmes\n221B Baker Street\nLondon NW1 6XE\nUnited Kingdom',
    {
      country: 'GB',
      firstName: 'Sherlock',
      lastName: 'Holmes',
      line1: '221B Baker Street',
      city: 'London',
      postcode: 'NW1 6XE',
    },
  ],
  [
    'Jane Doe\nFlat 3\n10 High Street\nEdinburgh\nEH1 1TB\nScotland',
    {
      country: 'GB',
      firstName: 'Jane',
      lastName: 'Doe',
      line1: '10 High Street',
      line2: 'Flat 3',
      city: 'Edinburgh',
      postcode: 'EH1 1TB',
    },
  ],
  [
    'Tom Brown, 5 Mill Lane, Cambridge, CB2 1RX, UK',
    {
      country: 'GB',
      firstName: 'Tom',
      lastName: 'Brown',
      line1: '5 Mill Lane',
      city: 'Cambridge',
      postcode: 'CB2 1RX',
    },
  ],
  [
    'Max Mustermann\nMusterstraße 12\n10115 Berlin\nDeutschland',
    {
      country: 'DE',
      firstName: 'Max',
      lastName: 'Mustermann',
      line1: 'Musterstraße 12',
      postcode: '10115',
      city: 'Berlin',
    },
  ],
  [
    'Beispiel GmbH\nErika Musterfrau\nHeidestr. 17\nD-51147 Köln',
    {
      country: 'DE',
      company: 'Beispiel GmbH',
      firstName: 'Erika',
      lastName: 'Musterfrau',
      line1: 'Heidestr. 17',
      postcode: '51147',
      city: 'Köln',
    },
  ],
  [
    'Herr Franz Huber, Mariahilfer Straße 1, 1060 Wien, Österreich',
    {
      country: 'AT',
      firstName: 'Franz',
      lastName: 'Huber',
      line1: 'Mariahilfer Straße 1',
      postcode: '1060',
      city: 'Wien',
    },
  ],
  [
    'Heidi Meier\nBahnhofstrasse 5\nCH-8001 Zürich',
    {
      country: 'CH',
      firstName: 'Heidi',
      lastName: 'Meier',
      line1: 'Bahnhofstrasse 5',
      postcode: '8001',
      city: 'Zürich',
    },
  ],
  [
    'Marie Curie\n5 rue Cuvier\n75005 Paris\nFrance\n+33 1 23 45 67 89',
    {
      country: 'FR',
      firstName: 'Marie',
      lastName: 'Curie',
      phone: '+33 1 23 45 67 89',
      line1: '5 rue Cuvier',
      postcode: '75005',
      city: 'Paris',
    },
  ],
  [
    'Pierre Martin, 12 avenue des Champs-Élysées, 75008 Paris',
    {
      country: 'FR',
      firstName: 'Pierre',
      lastName: 'Martin',
      line1: '12 avenue des Champs-Élysées',
      postcode: '75008',
      city: 'Paris',
    },
    'FR',
  ],
  [
    'Mario Rossi\nVia Nazionale 10\n00184 Roma RM\nItalia',
    {
      country: 'IT',
      firstName: 'Mario',
      lastName: 'Rossi',
      line1: 'Via Nazionale 10',
      postcode: '00184',
      city: 'Roma',
      region: 'RM',
    },
  ],
  [
    'Ana García\nCalle Mayor 1\n28013 Madrid\nEspaña',
    {
      country: 'ES',
      firstName: 'Ana',
      lastName: 'García',
      line1: 'Calle Mayor 1',
      postcode: '28013',
      city: 'Madrid',
      region: 'M',
    },
  ],
  [
    'Jan de Vries\nDamrak 1\n1012 JS Amsterdam\nNederland',
    {
      country: 'NL',
      firstName: 'Jan de',
      lastName: 'Vries',
      line1: 'Damrak 1',
      postcode: '1012 JS',
      city: 'Amsterdam',
    },
  ],
  [
    'Lucie Peeters, Rue Neuve 1, 1000 Bruxelles, Belgique',
    {
      country: 'BE',
      firstName: 'Lucie',
      lastName: 'Peeters',
      line1: 'Rue Neuve 1',
      postcode: '1000',
      city: 'Bruxelles',
    },
  ],
  [
    'Lars Svensson\nStorgatan 1\nSE-111 21 Stockholm\nSverige',
    {
      country: 'SE',
      firstName: 'Lars',
      lastName: 'Svensson',
      line1: 'Storgatan 1',
      postcode: '111 21',
      city: 'Stockholm',
    },
  ],
  [
    'Matti Meikäläinen\nMannerheimintie 1\n00100 Helsinki\nSuomi',
    {
      country: 'FI',
      firstName: 'Matti',
      lastName: 'Meikäläinen',
      line1: 'Mannerheimintie 1',
      postcode: '00100',
      city: 'Helsinki',
    },
  ],
  [
    'Jan Kowalski\nul. Marszałkowska 1\n00-624 Warszawa\nPolska',
    {
      country: 'PL',
      firstName: 'Jan',
      lastName: 'Kowalski',
      line1: 'ul. Marszałkowska 1',
      postcode: '00-624',
      city: 'Warszawa',
    },
  ],
  [
    'João Silva\nRua Augusta 100\n1100-053 Lisboa\nPortugal',
    {
      country: 'PT',
      firstName: 'João',
      lastName: 'Silva',
      line1: 'Rua Augusta 100',
      postcode: '1100-053',
      city: 'Lisboa',
    },
  ],
  [
    'Seán Murphy\n12 Grafton Street\nDublin 2\nD02 AF30\nIreland',
    {
      country: 'IE',
      firstName: 'Seán',
      lastName: 'Murphy',
      line1: '12 Grafton Street',
      city: 'Dublin 2',
      region: 'D',
      postcode: 'D02 AF30',
    },
  ],
]

const asia: Row[] = [
  [
    'Peter Chan\nFlat A, 5/F, 12 Queen’s Road Central\nCentral, Hong Kong\n+852 9123 4567',
    {
      country: 'HK',
      firstName: 'Peter Chan',
      phone: '+852 9123 4567',
      line1: 'Flat A, 5/F, 12 Queen’s Road Central',
      city: 'Central',
      region: 'HK',
    },
  ],
  [
    'Mary Wong\nRoom 1203, Tower 2\n1 Austin Road West\nTsim Sha Tsui\nKowloon\nHong Kong',
    {
      country: 'HK',
      firstName: 'Mary Wong',
      line1: '1 Austin Road West',
      line2: 'Room 1203, Tower 2',
      city: 'Tsim Sha Tsui',
      region: 'KL',
    },
  ],
  [
    'Tan Wei Ming\n391 Orchard Road #12-01\nSingapore 238872',
    { country: 'SG', firstName: 'Tan Wei Ming', line1: '391 Orchard Road #12-01', postcode: '238872' },
  ],
  [
    'Taro Yamada\n1-2-3 Jingumae, Shibuya-ku\nTokyo\n150-0001\nJapan',
    {
      country: 'JP',
      firstName: 'Taro Yamada',
      line1: '1-2-3 Jingumae, Shibuya-ku',
      region: '13',
      postcode: '150-0001',
    },
  ],
  [
    '〒150-0001\n東京都渋谷区神宮前1-2-3\n山田太郎',
    {
      country: 'JP',
      firstName: '太郎',
      lastName: '山田',
      line1: '渋谷区神宮前1-2-3',
      region: '13',
      postcode: '150-0001',
    },
  ],
]

describe.each<[where: string, rows: Row[]]>([
  ['of North America, Australia and New Zealand', america],
  ['of Europe', europe],
  ['of Asia', asia],
])('an address %s', (_, rows) => {
  it.each(rows)('%s', (text, found, hint) => {
    expect(read(text, hint)).toEqual(found)
  })
})
