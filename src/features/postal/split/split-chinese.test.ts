import { describe, expect, it } from 'vitest'
import { read, type Row } from './for-tests.ts'

const mainland: Row[] = [
  [
    '张三 13800138000 广东省深圳市南山区科技园科苑路15号 518057',
    {
      country: 'CN',
      firstName: '三',
      lastName: '张',
      phone: '+86 13800138000',
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
      firstName: '雷',
      lastName: '李',
      phone: '+86 138 0013 8000',
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
      firstName: '梅梅',
      lastName: '韩',
      phone: '+86 13912345678',
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
      firstName: '小明',
      lastName: '王',
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
      firstName: '女士',
      lastName: '陈',
      phone: '+86 13512345678',
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
      firstName: '伟',
      lastName: '黄',
      phone: '+86 18977112233',
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
      firstName: '阿里木·买买提',
      phone: '+86 13999887766',
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
      firstName: '洋',
      lastName: '刘',
      phone: '+86 13600001111',
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
      firstName: '先生',
      lastName: '赵',
      phone: '+86 13880001234',
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
      firstName: '志远',
      lastName: '林',
      phone: '+86 0592-5801234',
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
      firstName: '傑',
      lastName: '周',
      phone: '+86 13724567890',
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
      firstName: '大文',
      lastName: '陳',
      phone: '+852 9123 4567',
      region: 'KL',
      city: '尖沙咀',
      line1: '彌敦道132號美麗華廣場A座10樓',
    },
  ],
  [
    '香港中環皇后大道中99號中環中心12樓 黃小姐 +852 6123 4567',
    {
      country: 'HK',
      firstName: '小姐',
      lastName: '黃',
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
      firstName: '太太',
      lastName: '何',
      phone: '+852 51234567',
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
      firstName: '小明',
      lastName: '林',
      phone: '+886 0912-345-678',
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

describe.each<[where: string, rows: Row[]]>([
  ['of mainland China', mainland],
  ['in Chinese, of Hong Kong, Macau and Taiwan', otherChinese],
])('an address %s', (_, rows) => {
  it.each(rows)('%s', (text, found, hint) => {
    expect(read(text, hint)).toEqual(found)
  })
})
