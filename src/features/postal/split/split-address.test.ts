import { describe, expect, it } from 'vitest'
import { splitAddressText } from './split-address.ts'

/** Country, then the parts that were found; phone and e-mail beside them. */
type Row = [text: string, found: Record<string, string>, hint?: string]

function read(text: string, hint = ''): Record<string, string> | null {
  const found = splitAddressText(text, hint)
  if (found === null) return null
  const { country, parts, phone, email } = found
  return { country, ...parts, ...(phone === '' ? {} : { phone }), ...(email === '' ? {} : { email }) }
}

const mainland: Row[] = [
  [
    '张三 13800138000 广东省深圳市南山区科技园科苑路15号 518057',
    {
      country: 'CN',
      name: '张三',
      phone: '13800138000',
      region: 'GD',
      city: '深圳市',
      district: '南山区',
      line1: '科技园科苑路15号',
      postcode: '518057',
    },
  ],
  [
    '收货人：李雷\n手机号码：138 0013 8000\n所在地区：浙江省杭州市西湖区\n详细地址：文三路478号华星时代广场A座12楼',
    {
      country: 'CN',
      name: '李雷',
      phone: '138 0013 8000',
      region: 'ZJ',
      city: '杭州市',
      district: '西湖区',
      line1: '文三路478号华星时代广场A座12楼',
    },
  ],
  [
    '北京市朝阳区建国路88号SOHO现代城3号楼1201，韩梅梅，13912345678',
    {
      country: 'CN',
      name: '韩梅梅',
      phone: '13912345678',
      region: 'BJ',
      city: '北京市',
      district: '朝阳区',
      line1: '建国路88号SOHO现代城3号楼1201',
    },
  ],
  [
    '上海市 上海市 浦东新区 世纪大道100号 王小明 +86 139 1234 5678',
    {
      country: 'CN',
      name: '王小明',
      phone: '+86 139 1234 5678',
      region: 'SH',
      city: '上海市',
      district: '浦东新区',
      line1: '世纪大道100号',
    },
  ],
  [
    '重庆市渝中区解放碑步行街1号',
    { country: 'CN', region: 'CQ', city: '重庆市', district: '渝中区', line1: '解放碑步行街1号' },
  ],
  [
    '天津 南开区 卫津路94号 陈女士 13512345678',
    {
      country: 'CN',
      name: '陈女士',
      phone: '13512345678',
      region: 'TJ',
      city: '天津市',
      district: '南开区',
      line1: '卫津路94号',
    },
  ],
  [
    '广西壮族自治区南宁市青秀区民族大道100号 黄伟 18977112233',
    {
      country: 'CN',
      name: '黄伟',
      phone: '18977112233',
      region: 'GX',
      city: '南宁市',
      district: '青秀区',
      line1: '民族大道100号',
    },
  ],
  [
    '广西桂林市七星区漓江路26号',
    { country: 'CN', region: 'GX', city: '桂林市', district: '七星区', line1: '漓江路26号' },
  ],
  [
    '内蒙古呼和浩特市赛罕区大学西街235号',
    { country: 'CN', region: 'NM', city: '呼和浩特市', district: '赛罕区', line1: '大学西街235号' },
  ],
  [
    '新疆维吾尔自治区乌鲁木齐市天山区人民路2号 阿里木·买买提 13999887766',
    {
      country: 'CN',
      name: '阿里木·买买提',
      phone: '13999887766',
      region: 'XJ',
      city: '乌鲁木齐市',
      district: '天山区',
      line1: '人民路2号',
    },
  ],
  [
    '云南省大理白族自治州大理市古城镇复兴路32号',
    { country: 'CN', region: 'YN', city: '大理白族自治州', district: '大理市', line1: '古城镇复兴路32号' },
  ],
  [
    '深圳市福田区深南大道6008号 刘洋 13600001111',
    {
      country: 'CN',
      name: '刘洋',
      phone: '13600001111',
      region: 'GD',
      city: '深圳市',
      district: '福田区',
      line1: '深南大道6008号',
    },
  ],
  [
    '东莞市南城街道鸿福路200号',
    { country: 'CN', region: 'GD', city: '东莞市', line1: '南城街道鸿福路200号' },
  ],
  [
    '江苏省苏州市工业园区星湖街328号创意产业园5栋',
    { country: 'CN', region: 'JS', city: '苏州市', district: '工业园区', line1: '星湖街328号创意产业园5栋' },
  ],
  [
    '江苏省昆山市玉山镇前进中路180号',
    { country: 'CN', region: 'JS', city: '昆山市', line1: '玉山镇前进中路180号' },
  ],
  [
    '610041 四川省成都市武侯区天府大道北段1700号 赵先生 13880001234',
    {
      country: 'CN',
      name: '赵先生',
      phone: '13880001234',
      region: 'SC',
      city: '成都市',
      district: '武侯区',
      line1: '天府大道北段1700号',
      postcode: '610041',
    },
  ],
  [
    '中国湖北省武汉市洪山区珞喻路1037号',
    { country: 'CN', region: 'HB', city: '武汉市', district: '洪山区', line1: '珞喻路1037号' },
  ],
  [
    '地址：福建省厦门市思明区软件园二期望海路10号 电话：0592-5801234 姓名：林志远',
    {
      country: 'CN',
      name: '林志远',
      phone: '0592-5801234',
      region: 'FJ',
      city: '厦门市',
      district: '思明区',
      line1: '软件园二期望海路10号',
    },
  ],
  [
    '吉林省吉林市船营区北京路1号',
    { country: 'CN', region: 'JL', city: '吉林市', district: '船营区', line1: '北京路1号' },
  ],
  [
    '廣東省廣州市天河區體育西路103號 周傑 13724567890',
    {
      country: 'CN',
      name: '周傑',
      phone: '13724567890',
      region: 'GD',
      city: '廣州市',
      district: '天河區',
      line1: '體育西路103號',
    },
  ],
]

const otherChinese: Row[] = [
  [
    '陳大文 9123 4567 九龍尖沙咀彌敦道132號美麗華廣場A座10樓',
    {
      country: 'HK',
      name: '陳大文',
      phone: '9123 4567',
      region: 'KL',
      city: '尖沙咀',
      line1: '彌敦道132號美麗華廣場A座10樓',
    },
  ],
  [
    '香港中環皇后大道中99號中環中心12樓 黃小姐 +852 6123 4567',
    {
      country: 'HK',
      name: '黃小姐',
      phone: '+852 6123 4567',
      region: 'HK',
      city: '中環',
      line1: '皇后大道中99號中環中心12樓',
    },
  ],
  [
    '新界沙田沙田正街18號新城市廣場一期3樓',
    { country: 'HK', region: 'NT', city: '沙田', line1: '沙田正街18號新城市廣場一期3樓' },
  ],
  [
    '香港九龍觀塘觀塘道418號創紀之城5期',
    { country: 'HK', region: 'KL', city: '觀塘', line1: '觀塘道418號創紀之城5期' },
  ],
  ['香港九龍塘達之路80號又一城', { country: 'HK', region: 'KL', city: '九龍塘', line1: '達之路80號又一城' }],
  [
    '香港島銅鑼灣軒尼詩道500號希慎廣場',
    { country: 'HK', region: 'HK', city: '銅鑼灣', line1: '軒尼詩道500號希慎廣場' },
  ],
  [
    '收件人：何太太\n電話：51234567\n地址：將軍澳唐德街1號將軍澳廣場2座',
    {
      country: 'HK',
      name: '何太太',
      phone: '51234567',
      region: 'NT',
      city: '將軍澳',
      line1: '唐德街1號將軍澳廣場2座',
    },
    'HK',
  ],
  ['香港仔湖南街1號', { country: 'HK', region: 'HK', city: '香港仔', line1: '湖南街1號' }],
  ['澳門新馬路68號', { country: 'MO', line1: '新馬路68號' }],
  [
    '台北市信義區信義路五段7號 林小明 0912-345-678',
    {
      country: 'TW',
      name: '林小明',
      phone: '0912-345-678',
      region: 'TPE',
      city: '信義區',
      line1: '信義路五段7號',
    },
  ],
  [
    '110台灣臺北市信義區市府路45號',
    { country: 'TW', region: 'TPE', city: '信義區', line1: '市府路45號', postcode: '110' },
  ],
  ['新竹縣竹北市光明六路10號', { country: 'TW', region: 'HSQ', city: '竹北市', line1: '光明六路10號' }],
  [
    '80143 高雄市前金區中正四路211號8樓',
    { country: 'TW', region: 'KHH', city: '前金區', line1: '中正四路211號8樓', postcode: '80143' },
  ],
]

const america: Row[] = [
  [
    'Ada Lovelace\n1600 Amphitheatre Pkwy\nMountain View, CA 94043\nUSA',
    {
      country: 'US',
      name: 'Ada Lovelace',
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
      name: 'John Smith',
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
      name: 'Grace Hopper',
      phone: '(217) 555-0123',
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
      name: 'Wile Coyote',
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
      name: 'Mary Major',
      phone: '704-555-0199',
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
      name: 'Jean Tremblay',
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
      name: 'Ann Lee',
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
      name: 'Bruce Wayne',
      line1: '1 Macquarie Street',
      city: 'Sydney',
      region: 'NSW',
      postcode: '2000',
    },
  ],
  [
    'Kiri Te\n10 Customhouse Quay\nWellington 6011\nNew Zealand',
    { country: 'NZ', name: 'Kiri Te', line1: '10 Customhouse Quay', city: 'Wellington', postcode: '6011' },
  ],
]

const europe: Row[] = [
  [
    'Sherlock Holmes\n221B Baker Street\nLondon NW1 6XE\nUnited Kingdom',
    {
      country: 'GB',
      name: 'Sherlock Holmes',
      line1: '221B Baker Street',
      city: 'London',
      postcode: 'NW1 6XE',
    },
  ],
  [
    'Jane Doe\nFlat 3\n10 High Street\nEdinburgh\nEH1 1TB\nScotland',
    {
      country: 'GB',
      name: 'Jane Doe',
      line1: '10 High Street',
      line2: 'Flat 3',
      city: 'Edinburgh',
      postcode: 'EH1 1TB',
    },
  ],
  [
    'Tom Brown, 5 Mill Lane, Cambridge, CB2 1RX, UK',
    { country: 'GB', name: 'Tom Brown', line1: '5 Mill Lane', city: 'Cambridge', postcode: 'CB2 1RX' },
  ],
  [
    'Max Mustermann\nMusterstraße 12\n10115 Berlin\nDeutschland',
    { country: 'DE', name: 'Max Mustermann', line1: 'Musterstraße 12', postcode: '10115', city: 'Berlin' },
  ],
  [
    'Beispiel GmbH\nErika Musterfrau\nHeidestr. 17\nD-51147 Köln',
    {
      country: 'DE',
      company: 'Beispiel GmbH',
      name: 'Erika Musterfrau',
      line1: 'Heidestr. 17',
      postcode: '51147',
      city: 'Köln',
    },
  ],
  [
    'Herr Franz Huber, Mariahilfer Straße 1, 1060 Wien, Österreich',
    { country: 'AT', name: 'Franz Huber', line1: 'Mariahilfer Straße 1', postcode: '1060', city: 'Wien' },
  ],
  [
    'Heidi Meier\nBahnhofstrasse 5\nCH-8001 Zürich',
    { country: 'CH', name: 'Heidi Meier', line1: 'Bahnhofstrasse 5', postcode: '8001', city: 'Zürich' },
  ],
  [
    'Marie Curie\n5 rue Cuvier\n75005 Paris\nFrance\n+33 1 23 45 67 89',
    {
      country: 'FR',
      name: 'Marie Curie',
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
      name: 'Pierre Martin',
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
      name: 'Mario Rossi',
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
      name: 'Ana García',
      line1: 'Calle Mayor 1',
      postcode: '28013',
      city: 'Madrid',
      region: 'M',
    },
  ],
  [
    'Jan de Vries\nDamrak 1\n1012 JS Amsterdam\nNederland',
    { country: 'NL', name: 'Jan de Vries', line1: 'Damrak 1', postcode: '1012 JS', city: 'Amsterdam' },
  ],
  [
    'Lucie Peeters, Rue Neuve 1, 1000 Bruxelles, Belgique',
    { country: 'BE', name: 'Lucie Peeters', line1: 'Rue Neuve 1', postcode: '1000', city: 'Bruxelles' },
  ],
  [
    'Lars Svensson\nStorgatan 1\nSE-111 21 Stockholm\nSverige',
    { country: 'SE', name: 'Lars Svensson', line1: 'Storgatan 1', postcode: '111 21', city: 'Stockholm' },
  ],
  [
    'Matti Meikäläinen\nMannerheimintie 1\n00100 Helsinki\nSuomi',
    {
      country: 'FI',
      name: 'Matti Meikäläinen',
      line1: 'Mannerheimintie 1',
      postcode: '00100',
      city: 'Helsinki',
    },
  ],
  [
    'Jan Kowalski\nul. Marszałkowska 1\n00-624 Warszawa\nPolska',
    {
      country: 'PL',
      name: 'Jan Kowalski',
      line1: 'ul. Marszałkowska 1',
      postcode: '00-624',
      city: 'Warszawa',
    },
  ],
  [
    'João Silva\nRua Augusta 100\n1100-053 Lisboa\nPortugal',
    { country: 'PT', name: 'João Silva', line1: 'Rua Augusta 100', postcode: '1100-053', city: 'Lisboa' },
  ],
  [
    'Seán Murphy\n12 Grafton Street\nDublin 2\nD02 AF30\nIreland',
    {
      country: 'IE',
      name: 'Seán Murphy',
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
      name: 'Peter Chan',
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
      name: 'Mary Wong',
      line1: '1 Austin Road West',
      line2: 'Room 1203, Tower 2',
      city: 'Tsim Sha Tsui',
      region: 'KL',
    },
  ],
  [
    'Tan Wei Ming\n391 Orchard Road #12-01\nSingapore 238872',
    { country: 'SG', name: 'Tan Wei Ming', line1: '391 Orchard Road #12-01', postcode: '238872' },
  ],
  [
    'Taro Yamada\n1-2-3 Jingumae, Shibuya-ku\nTokyo\n150-0001\nJapan',
    {
      country: 'JP',
      name: 'Taro Yamada',
      line1: '1-2-3 Jingumae, Shibuya-ku',
      region: '13',
      postcode: '150-0001',
    },
  ],
  [
    '〒150-0001\n東京都渋谷区神宮前1-2-3\n山田太郎',
    { country: 'JP', name: '山田太郎', line1: '渋谷区神宮前1-2-3', region: '13', postcode: '150-0001' },
  ],
]

describe.each<[where: string, rows: Row[]]>([
  ['of mainland China', mainland],
  ['in Chinese, of Hong Kong, Macau and Taiwan', otherChinese],
  ['of North America, Australia and New Zealand', america],
  ['of Europe', europe],
  ['of Asia', asia],
])('an address %s', (_, rows) => {
  it.each(rows)('%s', (text, found, hint) => {
    expect(read(text, hint)).toEqual(found)
  })
})

it('is not found where there is none', () => {
  for (const text of ['hello', '你好', 'ada@example.org', '13800138000', 'Ada Lovelace'])
    expect(read(text)).toBeNull()
})

it('is looked at in a moment, whatever it is', () => {
  const texts = [
    '1'.repeat(1_000),
    'a '.repeat(500),
    '区'.repeat(1_000),
    '广'.repeat(999),
    'A-1 '.repeat(250),
    '(1) '.repeat(250),
  ]
  const before = performance.now()
  for (const text of texts) splitAddressText(text, 'DE')
  expect(performance.now() - before).toBeLessThan(500)
})

it.each(['@', 'a@', 'a.', '1 ', 'name: ', '电话1', '(1', 'CA 9', '市'])(
  'is quick with a thousand letters of %j, which are made to be slow',
  (unit) => {
    const begun = performance.now()
    splitAddressText(`${unit.repeat(1_000).slice(0, 999)}!`, '')
    // A pattern that looks at each from each takes seconds.
    expect(performance.now() - begun).toBeLessThan(400)
  },
)
