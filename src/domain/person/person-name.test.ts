import { describe, expect, it } from 'vitest'
import { fullName, splitName } from './person-name.ts'

describe('a name', () => {
  it.each([
    ['Ada', 'Lovelace', 'US', 'Ada Lovelace'],
    ['Siu Ming', 'Chan', 'HK', 'Siu Ming Chan'],
    ['Siobhán', 'O’Connor', 'HK', 'Siobhán O’Connor'],
    ['Taro', 'Yamada', 'JP', 'Taro Yamada'],
    ['An', 'Nguyễn', 'VN', 'Nguyễn An'],
    ['Péter', 'Nagy', 'HU', 'Nagy Péter'],
    ['小明', '王', 'CN', '王小明'],
    ['小明', '王', 'US', '王小明'],
    ['太郎', '山田', 'JP', '山田太郎'],
    ['みどり', '田中', 'JP', '田中みどり'],
    ['민수', '김', 'KR', '김민수'],
    ['ジョン', 'スミス', 'JP', 'スミス ジョン'],
    ['Ming', '陳', 'HK', '陳 Ming'],
    ['Ada', '', 'US', 'Ada'],
    ['', '王', 'CN', '王'],
    [' Ada ', ' Lovelace ', '', 'Ada Lovelace'],
  ])('%j %j of %s is written %j', (firstName, lastName, country, written) => {
    expect(fullName({ firstName, lastName, country })).toBe(written)
  })
})

describe('a name in one piece', () => {
  it.each([
    ['Ada Lovelace', 'US', 'Ada', 'Lovelace'],
    ['  Jan  de Vries ', 'NL', 'Jan de', 'Vries'],
    ['王小明', 'CN', '小明', '王'],
    ['王明', 'CN', '明', '王'],
    ['欧阳修', 'CN', '修', '欧阳'],
    ['歐陽小明', 'HK', '小明', '歐陽'],
    ['司徒大文', 'US', '大文', '司徒'],
    ['陳 大文', 'HK', '大文', '陳'],
    ['山田太郎', 'JP', '太郎', '山田'],
    ['山田　太郎', 'JP', '太郎', '山田'],
    ['田中実', 'JP', '実', '田中'],
    ['佐藤みどり', 'JP', 'みどり', '佐藤'],
    ['김민수', 'KR', '민수', '김'],
    ['남궁민', 'KR', '민', '남궁'],
  ])('%j in %s has the parts %j and %j', (whole, country, firstName, lastName) => {
    expect(splitName(whole, country)).toEqual({ firstName, lastName })
  })

  it.each([
    // Both orders are in use.
    ['Chan Siu Ming', 'HK'],
    ['Tan Wei Ming', 'SG'],
    ['Taro Yamada', 'JP'],
    // 森 + 太郎, or 森太 + 郎.
    ['森太郎', 'JP'],
    ['ジョン スミス', 'JP'],
    ['阿里木·买买提', 'CN'],
    ['华为技术有限公司', 'CN'],
    ['王小明 Wang', 'CN'],
    ['王 小 明', 'CN'],
    ['Madonna', 'US'],
    ['Müller & Söhne', 'DE'],
    ['Ada Lovelace, c/o Byron', 'GB'],
    ['R2 D2', 'US'],
    ['<b>Ada</b> Lovelace', 'US'],
    ['', 'US'],
  ])('%j in %s cannot be told apart, and stays whole', (whole, country) => {
    expect(splitName(whole, country)).toEqual({ firstName: whole, lastName: '' })
    expect(fullName({ ...splitName(whole, country), country })).toBe(whole)
  })
})
