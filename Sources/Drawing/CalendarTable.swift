// How languages write dates and times. The source is the Unicode CLDR 47 (Common Locale Data Repository): the short format of times,
// the long format of dates, the names of months in dates and of days by themselves, the long formats of numbers of days, and the narrow
// ones of hours and minutes (the short ones in English, Italian, Japanese, Portuguese and Turkish, whose narrow ones are not clear).

extension CalendarWords {
    /// For each language a line with its tag, formats, halves of the day and units, a line with the months, and a line with the days
    /// from Sunday on. `|` divides the forms of a number of days, in the order of `CalendarWords.form(of:)`. `_` is a narrow space that
    /// does not break. English without a country is written as in Great Britain and
    /// nearly everywhere else, with 24 hours.
    static let table = """
        en; HH:mm; d MMMM y; am; pm; # day|# days; #h; #min
        January, February, March, April, May, June, July, August, September, October, November, December
        Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday
        en-US; h:mm_a; MMMM d, y; AM; PM; # day|# days; #h; #min
        January, February, March, April, May, June, July, August, September, October, November, December
        Sunday, Monday, Tuesday, Wednesday, Thursday, Friday, Saturday
        zh; HH:mm; y年M月d日; 上午; 下午; #天; #小时; #分钟
        一月, 二月, 三月, 四月, 五月, 六月, 七月, 八月, 九月, 十月, 十一月, 十二月
        星期日, 星期一, 星期二, 星期三, 星期四, 星期五, 星期六
        zh-Hant; ah:mm; y年M月d日; 上午; 下午; # 天; # 小時; # 分鐘
        1月, 2月, 3月, 4月, 5月, 6月, 7月, 8月, 9月, 10月, 11月, 12月
        星期日, 星期一, 星期二, 星期三, 星期四, 星期五, 星期六
        ar; h:mm a; d MMMM y; ص; م; يوم|يومان|# أيام|# يومًا|# يوم; # س; # د
        يناير, فبراير, مارس, أبريل, مايو, يونيو, يوليو, أغسطس, سبتمبر, أكتوبر, نوفمبر, ديسمبر
        الأحد, الاثنين, الثلاثاء, الأربعاء, الخميس, الجمعة, السبت
        fr; HH:mm; d MMMM y; AM; PM; # jour|# jours; #h; #min
        janvier, février, mars, avril, mai, juin, juillet, août, septembre, octobre, novembre, décembre
        dimanche, lundi, mardi, mercredi, jeudi, vendredi, samedi
        de; HH:mm; d. MMMM y; AM; PM; # Tag|# Tage; # Std.; # Min.
        Januar, Februar, März, April, Mai, Juni, Juli, August, September, Oktober, November, Dezember
        Sonntag, Montag, Dienstag, Mittwoch, Donnerstag, Freitag, Samstag
        es; H:mm; d 'de' MMMM 'de' y; a._m.; p._m.; # día|# días; #h; #min
        enero, febrero, marzo, abril, mayo, junio, julio, agosto, septiembre, octubre, noviembre, diciembre
        domingo, lunes, martes, miércoles, jueves, viernes, sábado
        pt; HH:mm; d 'de' MMMM 'de' y; AM; PM; # dia|# dias; # h; # min
        janeiro, fevereiro, março, abril, maio, junho, julho, agosto, setembro, outubro, novembro, dezembro
        domingo, segunda-feira, terça-feira, quarta-feira, quinta-feira, sexta-feira, sábado
        it; HH:mm; d MMMM y; AM; PM; # giorno|# giorni; # h; # min
        gennaio, febbraio, marzo, aprile, maggio, giugno, luglio, agosto, settembre, ottobre, novembre, dicembre
        domenica, lunedì, martedì, mercoledì, giovedì, venerdì, sabato
        cy; HH:mm; d MMMM y; AM; PM; # diwrnod|# ddiwrnod; # awr; #mun
        Ionawr, Chwefror, Mawrth, Ebrill, Mai, Mehefin, Gorffennaf, Awst, Medi, Hydref, Tachwedd, Rhagfyr
        Dydd Sul, Dydd Llun, Dydd Mawrth, Dydd Mercher, Dydd Iau, Dydd Gwener, Dydd Sadwrn
        el; h:mm_a; d MMMM y; π.μ.; μ.μ.; # ημέρα|# ημέρες; # ώ; # λ
        Ιανουαρίου, Φεβρουαρίου, Μαρτίου, Απριλίου, Μαΐου, Ιουνίου, Ιουλίου, Αυγούστου, Σεπτεμβρίου, Οκτωβρίου, Νοεμβρίου, Δεκεμβρίου
        Κυριακή, Δευτέρα, Τρίτη, Τετάρτη, Πέμπτη, Παρασκευή, Σάββατο
        uk; HH:mm; d MMMM y_'р'.; дп; пп; # день|# дні|# днів; #г; #х
        січня, лютого, березня, квітня, травня, червня, липня, серпня, вересня, жовтня, листопада, грудня
        неділя, понеділок, вівторок, середа, четвер, пʼятниця, субота
        he; H:mm; d בMMMM y; AM; PM; # יום|יומיים|# ימים; # שע׳; # דק׳
        ינואר, פברואר, מרץ, אפריל, מאי, יוני, יולי, אוגוסט, ספטמבר, אוקטובר, נובמבר, דצמבר
        יום ראשון, יום שני, יום שלישי, יום רביעי, יום חמישי, יום שישי, יום שבת
        hi; h:mm a; d MMMM y; am; pm; # दिन; # घं; # मि
        जनवरी, फ़रवरी, मार्च, अप्रैल, मई, जून, जुलाई, अगस्त, सितंबर, अक्टूबर, नवंबर, दिसंबर
        रविवार, सोमवार, मंगलवार, बुधवार, गुरुवार, शुक्रवार, शनिवार
        ja; H:mm; y年M月d日; 午前; 午後; #日; #時間; #分
        1月, 2月, 3月, 4月, 5月, 6月, 7月, 8月, 9月, 10月, 11月, 12月
        日曜日, 月曜日, 火曜日, 水曜日, 木曜日, 金曜日, 土曜日
        ko; a h:mm; y년 MMMM d일; 오전; 오후; #일; #시간; #분
        1월, 2월, 3월, 4월, 5월, 6월, 7월, 8월, 9월, 10월, 11월, 12월
        일요일, 월요일, 화요일, 수요일, 목요일, 금요일, 토요일
        tr; HH:mm; d MMMM y; ÖÖ; ÖS; # gün; # sa.; # dk.
        Ocak, Şubat, Mart, Nisan, Mayıs, Haziran, Temmuz, Ağustos, Eylül, Ekim, Kasım, Aralık
        Pazar, Pazartesi, Salı, Çarşamba, Perşembe, Cuma, Cumartesi
        nl; HH:mm; d MMMM y; a.m.; p.m.; # dag|# dagen; # u; # m
        januari, februari, maart, april, mei, juni, juli, augustus, september, oktober, november, december
        zondag, maandag, dinsdag, woensdag, donderdag, vrijdag, zaterdag
        pl; HH:mm; d MMMM y; AM; PM; # dzień|# dni; # h; # min
        stycznia, lutego, marca, kwietnia, maja, czerwca, lipca, sierpnia, września, października, listopada, grudnia
        niedziela, poniedziałek, wtorek, środa, czwartek, piątek, sobota
        cs; H:mm; d. MMMM y; dop.; odp.; # den|# dny|# dnů; # h; # m
        ledna, února, března, dubna, května, června, července, srpna, září, října, listopadu, prosince
        neděle, pondělí, úterý, středa, čtvrtek, pátek, sobota
        da; HH.mm; d. MMMM y; AM; PM; # dag|# dage; # t; # m
        januar, februar, marts, april, maj, juni, juli, august, september, oktober, november, december
        søndag, mandag, tirsdag, onsdag, torsdag, fredag, lørdag
        sv; HH:mm; d MMMM y; fm; em; # dygn; #h; #m
        januari, februari, mars, april, maj, juni, juli, augusti, september, oktober, november, december
        söndag, måndag, tisdag, onsdag, torsdag, fredag, lördag
        nb; HH:mm; d. MMMM y; a.m.; p.m.; # døgn; #t; #m
        januar, februar, mars, april, mai, juni, juli, august, september, oktober, november, desember
        søndag, mandag, tirsdag, onsdag, torsdag, fredag, lørdag
        fi; H.mm; d. MMMM y; ap.; ip.; # päivä|# päivää; #t; #min
        tammikuuta, helmikuuta, maaliskuuta, huhtikuuta, toukokuuta, kesäkuuta, heinäkuuta, elokuuta, syyskuuta, lokakuuta, marraskuuta, joulukuuta
        sunnuntai, maanantai, tiistai, keskiviikko, torstai, perjantai, lauantai
        hu; H:mm; y. MMMM d.; de.; du.; # nap; # ó; # p
        január, február, március, április, május, június, július, augusztus, szeptember, október, november, december
        vasárnap, hétfő, kedd, szerda, csütörtök, péntek, szombat
        ro; HH:mm; d MMMM y; a.m.; p.m.; # zi|# zile|# de zile; # h; # m
        ianuarie, februarie, martie, aprilie, mai, iunie, iulie, august, septembrie, octombrie, noiembrie, decembrie
        duminică, luni, marți, miercuri, joi, vineri, sâmbătă
        ru; HH:mm; d MMMM y_'г'.; AM; PM; # день|# дня|# дней; # ч; # мин
        января, февраля, марта, апреля, мая, июня, июля, августа, сентября, октября, ноября, декабря
        воскресенье, понедельник, вторник, среда, четверг, пятница, суббота
        """
}
