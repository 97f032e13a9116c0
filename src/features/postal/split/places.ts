import { byWord } from '#domain/by-word.ts'
import { textLocale, type Locale } from '#i18n/locales.ts'

/*
 * Places that people write without the larger one that they lie in.
 */

/** Large cities of mainland China → the code of their province. */
export const cityProvinces: Readonly<Record<string, string>> = table({
  GD: '广州 深圳 东莞 佛山 珠海 中山 惠州 汕头 江门 湛江 肇庆 清远 揭阳 潮州 茂名 韶关 梅州 河源 阳江 汕尾 云浮',
  ZJ: '杭州 宁波 温州 嘉兴 绍兴 金华 台州 湖州 衢州 丽水 舟山 义乌',
  JS: '南京 苏州 无锡 常州 南通 徐州 扬州 镇江 盐城 泰州 淮安 连云港 宿迁 昆山',
  SC: '成都 绵阳 德阳 南充 宜宾 泸州 乐山 达州 自贡 眉山',
  HB: '武汉 宜昌 襄阳 荆州 黄石 十堰 孝感 荆门 黄冈',
  SN: '西安 咸阳 宝鸡 渭南 榆林 延安 汉中',
  HA: '郑州 洛阳 新乡 南阳 开封 许昌 平顶山 安阳 商丘 信阳',
  HN: '长沙 株洲 湘潭 衡阳 岳阳 常德 郴州 邵阳',
  SD: '济南 青岛 烟台 潍坊 临沂 淄博 济宁 威海 泰安 东营 德州 聊城 滨州 日照',
  LN: '沈阳 大连 鞍山 抚顺 本溪 锦州 营口 丹东 盘锦',
  FJ: '福州 厦门 泉州 漳州 莆田 龙岩 三明 宁德 南平',
  HL: '哈尔滨 大庆 齐齐哈尔 牡丹江 佳木斯',
  JL: '长春 吉林 四平 延吉',
  AH: '合肥 芜湖 蚌埠 马鞍山 安庆 阜阳 滁州',
  JX: '南昌 赣州 九江 上饶 景德镇 宜春 吉安',
  YN: '昆明 曲靖 玉溪 大理 丽江',
  GZ: '贵阳 遵义 安顺',
  GX: '南宁 柳州 桂林 北海 玉林',
  HI: '海口 三亚',
  SX: '太原 大同 长治 临汾 运城',
  HE: '石家庄 唐山 保定 邯郸 廊坊 秦皇岛 沧州 邢台 张家口 承德',
  GS: '兰州 天水 酒泉',
  QH: '西宁',
  NX: '银川',
  XJ: '乌鲁木齐 喀什 伊犁',
  XZ: '拉萨 林芝',
  NM: '呼和浩特 包头 鄂尔多斯 赤峰',
})

/** Districts of Hong Kong and their parts by area: each in traditional writing, then in simplified where that differs. */
const hongKongAreas: Readonly<Record<string, string>> = byWord({
  HK: '中環/中环 上環/上环 灣仔/湾仔 銅鑼灣/铜锣湾 金鐘/金钟 北角 鰂魚涌/鲗鱼涌 太古 柴灣/柴湾 西環/西环 西營盤/西营盘 堅尼地城/坚尼地城 跑馬地/跑马地 香港仔 薄扶林 筲箕灣/筲箕湾 天后 大坑 半山 赤柱 黃竹坑/黄竹坑',
  KL: '尖沙咀 旺角 油麻地 佐敦 深水埗 長沙灣/长沙湾 荔枝角 美孚 太子 觀塘/观塘 牛頭角/牛头角 藍田/蓝田 九龍塘/九龙塘 九龍灣/九龙湾 九龍城/九龙城 紅磡/红磡 何文田 土瓜灣/土瓜湾 黃大仙/黄大仙 鑽石山/钻石山 新蒲崗/新蒲岗 大角咀 石硤尾/石硖尾 啟德/启德',
  NT: '沙田 大圍/大围 馬鞍山/马鞍山 荃灣/荃湾 葵涌 葵芳 葵興/葵兴 青衣 屯門/屯门 元朗 天水圍/天水围 大埔 粉嶺/粉岭 上水 將軍澳/将军澳 西貢/西贡 東涌/东涌 坑口 火炭',
})

/** Districts of Hong Kong, and the parts of them that addresses contain → the code of their area. */
export const hongKongDistricts: Readonly<Record<string, string>> = table(hongKongAreas)

/** The same in Latin letters. */
export const hongKongNames: Readonly<Record<string, string>> = byWord({
  ...names('HK', [
    'Central',
    'Sheung Wan',
    'Wan Chai',
    'Wanchai',
    'Causeway Bay',
    'Admiralty',
    'North Point',
    'Quarry Bay',
    'Tai Koo',
    'Chai Wan',
    'Sai Ying Pun',
    'Kennedy Town',
    'Happy Valley',
    'Aberdeen',
    'Pok Fu Lam',
    'Shau Kei Wan',
    'Mid-Levels',
    'Stanley',
    'Tin Hau',
    'Wong Chuk Hang',
  ]),
  ...names('KL', [
    'Tsim Sha Tsui',
    'TST',
    'Mong Kok',
    'Mongkok',
    'Yau Ma Tei',
    'Jordan',
    'Sham Shui Po',
    'Cheung Sha Wan',
    'Lai Chi Kok',
    'Mei Foo',
    'Kwun Tong',
    'Ngau Tau Kok',
    'Lam Tin',
    'Kowloon Tong',
    'Kowloon Bay',
    'Kowloon City',
    'Hung Hom',
    'Ho Man Tin',
    'To Kwa Wan',
    'Wong Tai Sin',
    'Diamond Hill',
    'San Po Kong',
    'Tai Kok Tsui',
    'Kai Tak',
  ]),
  ...names('NT', [
    'Sha Tin',
    'Shatin',
    'Tai Wai',
    'Ma On Shan',
    'Tsuen Wan',
    'Kwai Chung',
    'Kwai Fong',
    'Tsing Yi',
    'Tuen Mun',
    'Yuen Long',
    'Tin Shui Wai',
    'Tai Po',
    'Fanling',
    'Sheung Shui',
    'Tseung Kwan O',
    'Sai Kung',
    'Tung Chung',
    'Fo Tan',
  ]),
})

/** Other spellings of places in the list. */
const aliases = new Set(['Wanchai', 'TST', 'Mongkok', 'Shatin'])

/**
 * Places in a region that are known by name, to be suggested; there are more. Cities of the mainland as they are
 * written there, districts of Hong Kong in the reader's language.
 */
export function placesIn(country: string, region: string, locale: Locale): string[] {
  const within = (places: Readonly<Record<string, string>>): string[] =>
    Object.entries(places).flatMap(([place, code]) => (code === region ? [place] : []))
  if (country === 'CN') return within(cityProvinces)
  if (country !== 'HK') return []
  if (textLocale(locale) === 'en') return within(hongKongNames).filter((place) => !aliases.has(place))
  const pairs = hongKongAreas[region]?.split(' ') ?? []
  return pairs.map((pair) => pair.split('/').at(textLocale(locale) === 'zh' ? -1 : 0)!)
}

function table(places: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(places).flatMap(([code, list]) => list.split(/[ /]/).map((place) => [place, code])),
  )
}

function names(code: string, list: readonly string[]): Record<string, string> {
  return Object.fromEntries(list.map((name) => [name, code]))
}
