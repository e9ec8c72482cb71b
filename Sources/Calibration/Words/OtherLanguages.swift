// The texts of the calibration in languages with other letters, and in Turkish.

import Stage

extension CalibrationWords {
    static let chinese = CalibrationWords(
        name: "中文", tag: "zh-Hans", again: "重来", back: "返回", leave: "不保存退出", save: "保存", next: "继续", position: "触摸位置",
        hold: "请按住圆环，直到它合拢。", worst: "这些点偏差最大，请再按一次。", positionResult: "触摸平均偏差 %1 毫米。", turned: "面板是旋转或镜像安装的，已自动校正。",
        positionProblem: "触摸偏差 %1 毫米，超过 1 毫米的上限。面板可能松动、潮湿，或属于另一块屏幕。", size: "画面尺寸",
        card: "将银行卡贴紧屏幕上的角，拖动到画出的卡片与它一样大。", sizeResult: "画面为 %1 × %2 毫米。", left: "左边缘", right: "右边缘", top: "上边缘",
        bottom: "下边缘", swipe: "从玻璃之外向内滑动：", slowly: "慢", usually: "平常", fast: "快", count: "%1 / %2",
        enough: "现在已能作出承诺。多滑几次，宽度可能更窄。", undo: "撤销上一次", drag: "现在从每个圆点向内拖动。",
        edgeResult: "宽 %1 毫米。在 95 % 的置信度下，最多漏掉 %2 % 的滑动，最多误取 %3 % 的页内拖动。", deadBorder: "玻璃最外侧 %1 毫米没有反应。",
        trade: "两个承诺无法同时做到。这里哪个宽度更合适？", choice: "%1 毫米：漏掉至多 %2 %，误取至多 %3 %", noise: "面板的稳定程度", rest: "请按住圆环，直到它合拢。",
        many: "现在放上尽可能多的手指，然后抬起。", noiseResult: "抖动 %1 毫米，每秒扫描 %2 次，可识别 %3 根手指。", summary: "测量结果", unmeasured: "未测量",
        kept: "已保存到 %1", unsteady: "同一个圆环两次触碰相差 %1 毫米。请用一个指尖垂直按住不动，或使用触控笔。", without: "跳过此项")

    static let arabic = CalibrationWords(
        name: "العربية", tag: "ar", direction: .rightToLeft, again: "من جديد", back: "رجوع", leave: "خروج دون حفظ",
        save: "حفظ", next: "متابعة", position: "موضع اللمس", hold: "ضع إصبعك على الحلقة حتى تنغلق.",
        worst: "كانت هذه الأبعد عن موضعها. المسها مرة أخرى من فضلك.", positionResult: "متوسط انحراف اللمس %1 مم.",
        turned: "اللوح مركّب مدارًا أو معكوسًا، وقد صُحّح ذلك.",
        positionProblem: "ينحرف اللمس %1 مم، والحد الأقصى 1 مم. قد يكون اللوح غير مثبّت أو مبتلًّا أو لشاشة أخرى.",
        size: "حجم الصورة", card: "ضع بطاقة مصرفية على الزاوية، واسحب حتى تصير البطاقة المرسومة بحجمها.",
        sizeResult: "حجم الصورة %1 × %2 مم.", left: "الحافة اليسرى", right: "الحافة اليمنى", top: "الحافة العليا",
        bottom: "الحافة السفلى", swipe: "اسحب إلى الداخل من خارج الزجاج:", slowly: "ببطء", usually: "كالمعتاد",
        fast: "بسرعة", count: "%1 من %2", enough: "هذا يكفي للوعد. ومزيد من السحبات قد يجعله أضيق.",
        undo: "ألغِ الأخيرة", drag: "اسحب الآن إلى الداخل من كل نقطة.",
        edgeResult: "العرض %1 مم. بثقة 95 % لا يفوته أكثر من %2 % من السحبات، ولا يأخذ أكثر من %3 % من حركات الصفحة.",
        deadBorder: "أطراف الزجاج بعرض %1 مم لا تحسّ شيئًا.", trade: "لا يمكن الوفاء بالوعدين معًا. أي عرض أفضل هنا؟",
        choice: "%1 مم: يفوته حتى %2 %، ويأخذ حتى %3 %", noise: "ثبات اللوح", rest: "أرح إصبعك على الحلقة حتى تنغلق.",
        many: "ضع الآن أكبر عدد ممكن من الأصابع ثم ارفعها.",
        noiseResult: "يرتعش بمقدار %1 مم، ويمسح %2 مرة في الثانية، ويرى %3 أصابع.", summary: "نتائج القياس",
        unmeasured: "لم يُقَس", kept: "حُفظ في %1",
        unsteady:
            "لُمست الحلقة نفسها في موضعين بينهما %1 مم. يساعد طرف إصبع واحد عمودي وثابت، أو قلم لشاشات اللمس.",
        without: "المتابعة من دونه")

    static let greek = CalibrationWords(
        name: "Ελληνικά", tag: "el", again: "Ξανά", back: "Πίσω", leave: "Έξοδος χωρίς αποθήκευση",
        save: "Αποθήκευση", next: "Συνέχεια", position: "Πού αγγίζετε",
        hold: "Κρατήστε ένα δάχτυλο στον δακτύλιο ώσπου να κλείσει.",
        worst: "Αυτά ήταν τα πιο μακρινά. Αγγίξτε τα άλλη μια φορά.",
        positionResult: "Οι αφές αποκλίνουν κατά μέσο όρο %1 mm.",
        turned: "Η επιφάνεια είναι στραμμένη ή κατοπτρική· διορθώθηκε.",
        positionProblem:
            "Οι αφές αποκλίνουν %1 mm, ενώ το όριο είναι 1 mm. Η επιφάνεια ίσως είναι χαλαρή, υγρή ή άλλης οθόνης.",
        size: "Πόσο μεγάλη είναι η εικόνα",
        card: "Ακουμπήστε μια τραπεζική κάρτα στη γωνία και σύρετε ώσπου η σχεδιασμένη κάρτα να γίνει ίση.",
        sizeResult: "Η εικόνα είναι %1 × %2 mm.", left: "Η αριστερή άκρη", right: "Η δεξιά άκρη", top: "Η πάνω άκρη",
        bottom: "Η κάτω άκρη", swipe: "Σύρετε προς τα μέσα από έξω από το τζάμι:", slowly: "αργά",
        usually: "όπως συνήθως", fast: "γρήγορα", count: "%1 από %2",
        enough: "Αρκεί για μια υπόσχεση. Με περισσότερες κινήσεις μπορεί να στενέψει.", undo: "Όχι το τελευταίο",
        drag: "Τώρα σύρετε προς τα μέσα από κάθε τελεία.",
        edgeResult:
            "Πλάτος %1 mm. Με βεβαιότητα 95 % χάνει το πολύ %2 % των κινήσεων και παίρνει το πολύ %3 % όσων γίνονται μέσα στη σελίδα.",
        deadBorder: "Τα εξωτερικά %1 mm του τζαμιού δεν βλέπουν τίποτα.",
        trade: "Δεν γίνεται να τηρηθούν και οι δύο υποσχέσεις. Ποιο πλάτος είναι καλύτερο εδώ;",
        choice: "%1 mm: χάνει έως %2 %, παίρνει έως %3 %", noise: "Πόσο σταθερή είναι η επιφάνεια",
        rest: "Αφήστε ένα δάχτυλο στον δακτύλιο ώσπου να κλείσει.",
        many: "Τώρα βάλτε όσα δάχτυλα μπορείτε και σηκώστε τα.",
        noiseResult: "Τρέμει κατά %1 mm, σαρώνει %2 φορές το δευτερόλεπτο και βλέπει %3 δάχτυλα.",
        summary: "Μετρήθηκε", unmeasured: "Δεν μετρήθηκε", kept: "Αποθηκεύτηκε στο %1",
        unsteady:
            "Ο ίδιος δακτύλιος πατήθηκε σε σημεία που απέχουν %1 mm. Βοηθά η άκρη ενός δαχτύλου, όρθια και ακίνητη, ή μια γραφίδα αφής.",
        without: "Συνέχεια χωρίς αυτό")

    static let ukrainian = CalibrationWords(
        name: "Українська", tag: "uk", again: "Ще раз", back: "Назад", leave: "Вийти без збереження",
        save: "Зберегти", next: "Далі", position: "Де ви торкаєтеся",
        hold: "Тримайте палець на кільці, доки воно не замкнеться.",
        worst: "Ці були найдальше. Торкніться їх ще раз.",
        positionResult: "Дотики відхиляються в середньому на %1 мм.",
        turned: "Панель повернута або віддзеркалена; це виправлено.",
        positionProblem:
            "Дотики відхиляються на %1 мм, а найбільше можна 1 мм. Можливо, панель не закріплена, мокра або від іншого екрана.",
        size: "Який завбільшки екран",
        card: "Прикладіть банківську картку до кута й тягніть, доки намальована не стане такою ж.",
        sizeResult: "Зображення має %1 × %2 мм.", left: "Лівий край", right: "Правий край", top: "Верхній край",
        bottom: "Нижній край", swipe: "Проведіть усередину з-поза скла:", slowly: "повільно", usually: "як звичайно",
        fast: "швидко", count: "%1 з %2",
        enough: "Цього досить для обіцянки. Більше рухів можуть зробити його вужчим.", undo: "Останнє не рахувати",
        drag: "Тепер тягніть усередину від кожної крапки.",
        edgeResult:
            "Ширина %1 мм. Із певністю 95 % пропускає щонайбільше %2 % рухів і перехоплює щонайбільше %3 % рухів на сторінці.",
        deadBorder: "Зовнішні %1 мм скла нічого не бачать.",
        trade: "Обох обіцянок дотримати не можна. Яка ширина тут краща?",
        choice: "%1 мм: пропускає до %2 %, перехоплює до %3 %", noise: "Наскільки панель спокійна",
        rest: "Покладіть палець на кільце, доки воно не замкнеться.",
        many: "Тепер покладіть якнайбільше пальців і підніміть їх.",
        noiseResult: "Тремтить на %1 мм, опитує %2 разів на секунду й бачить %3 пальців.", summary: "Виміряно",
        unmeasured: "Не виміряно", kept: "Збережено в %1",
        unsteady:
            "Того самого кільця торкнулися в місцях за %1 мм одне від одного. Допоможе кінчик одного пальця, прямо й нерухомо, або стилус.",
        without: "Далі без цього")

    static let hebrew = CalibrationWords(
        name: "עברית", tag: "he", direction: .rightToLeft, again: "שוב", back: "חזרה", leave: "יציאה בלי לשמור",
        save: "שמירה", next: "הלאה", position: "היכן נוגעים", hold: "החזיקו אצבע על הטבעת עד שתיסגר.",
        worst: "אלה היו הרחוקות ביותר. געו בהן פעם נוספת.", positionResult: "הנגיעות סוטות בממוצע ב־%1 מ״מ.",
        turned: "הלוח מותקן מסובב או הפוך; הדבר תוקן.",
        positionProblem: "הנגיעות סוטות ב־%1 מ״מ, והמרב הוא 1 מ״מ. אולי הלוח רופף, רטוב או שייך למסך אחר.",
        size: "מה גודל התמונה", card: "הצמידו כרטיס אשראי לפינה, וגררו עד שהכרטיס המצויר יהיה באותו גודל.",
        sizeResult: "גודל התמונה %1 × %2 מ״מ.", left: "השפה השמאלית", right: "השפה הימנית", top: "השפה העליונה",
        bottom: "השפה התחתונה", swipe: "החליקו פנימה מחוץ לזכוכית:", slowly: "לאט", usually: "כרגיל", fast: "מהר",
        count: "%1 מתוך %2", enough: "זה מספיק להבטחה. עוד החלקות עשויות להצר אותה.", undo: "בלי האחרונה",
        drag: "עכשיו גררו פנימה מכל נקודה.",
        edgeResult:
            "רוחב %1 מ״מ. בביטחון של 95 % מוחמצות לכל היותר %2 % מההחלקות, ונלקחות לכל היותר %3 % מהגרירות בדף.",
        deadBorder: "%1 המ״מ החיצוניים של הזכוכית אינם רואים דבר.",
        trade: "אי אפשר לקיים את שתי ההבטחות. איזה רוחב עדיף כאן?", choice: "%1 מ״מ: מחמיץ עד %2 %, לוקח עד %3 %",
        noise: "כמה הלוח יציב", rest: "הניחו אצבע על הטבעת עד שתיסגר.",
        many: "עכשיו הניחו כמה שיותר אצבעות, והרימו אותן.",
        noiseResult: "הוא רועד ב־%1 מ״מ, סורק %2 פעמים בשנייה ורואה %3 אצבעות.", summary: "נמדד",
        unmeasured: "לא נמדד", kept: "נשמר ב־%1",
        unsteady:
            "באותה טבעת נגעו במקומות במרחק %1 מ״מ זה מזה. עוזר קצה של אצבע אחת, זקוף ובלי לזוז, או עט למסכי מגע.",
        without: "להמשיך בלי זה")

    static let hindi = CalibrationWords(
        name: "हिन्दी", tag: "hi", again: "फिर से", back: "पीछे", leave: "बिना सहेजे छोड़ें", save: "सहेजें",
        next: "आगे", position: "आप कहाँ छूते हैं", hold: "उँगली को छल्ले पर रखे रहें, जब तक वह बंद न हो जाए।",
        worst: "ये सबसे दूर थे। कृपया इन्हें एक बार फिर छुएँ।", positionResult: "स्पर्श औसतन %1 मिमी हटे हुए हैं।",
        turned: "पैनल घुमाया या उल्टा लगा है; उसे ठीक कर दिया गया।",
        positionProblem: "स्पर्श %1 मिमी हटे हुए हैं, जबकि सीमा 1 मिमी है। पैनल ढीला, गीला या किसी और स्क्रीन का हो सकता है।",
        size: "चित्र का आकार",
        card: "कोने से एक बैंक कार्ड सटाएँ, और तब तक खींचें जब तक बना हुआ कार्ड उतना ही बड़ा न हो जाए।",
        sizeResult: "चित्र %1 × %2 मिमी का है।", left: "बायाँ किनारा", right: "दायाँ किनारा", top: "ऊपरी किनारा",
        bottom: "निचला किनारा", swipe: "काँच के बाहर से भीतर की ओर सरकाएँ:", slowly: "धीरे", usually: "हमेशा की तरह",
        fast: "तेज़", count: "%2 में से %1", enough: "इतना वादे के लिए काफ़ी है। और सरकाने से यह और पतला हो सकता है।",
        undo: "पिछला नहीं", drag: "अब हर बिंदु से भीतर की ओर खींचें।",
        edgeResult: "चौड़ाई %1 मिमी। 95 % विश्वास के साथ अधिक से अधिक %2 % सरकाव छूटते हैं, और पृष्ठ के अधिक से अधिक %3 % खिंचाव पकड़े जाते हैं।",
        deadBorder: "काँच के बाहरी %1 मिमी कुछ नहीं देखते।",
        trade: "दोनों वादे एक साथ पूरे नहीं हो सकते। यहाँ कौन सी चौड़ाई बेहतर है?",
        choice: "%1 मिमी: %2 % तक छूटते हैं, %3 % तक पकड़े जाते हैं", noise: "पैनल कितना स्थिर है",
        rest: "उँगली को छल्ले पर टिकाए रखें, जब तक वह बंद न हो जाए।",
        many: "अब जितनी हो सकें उतनी उँगलियाँ रखें, फिर उठा लें।",
        noiseResult: "यह %1 मिमी काँपता है, एक सेकंड में %2 बार जाँचता है और %3 उँगलियाँ देखता है।",
        summary: "मापा गया", unmeasured: "नहीं मापा गया", kept: "%1 में सहेजा गया",
        unsteady:
            "एक ही छल्ले को %1 मिमी की दूरी पर छुआ गया। एक उँगली का सिरा सीधा और स्थिर रखें, या टचस्क्रीन पेन लें।",
        without: "इसके बिना आगे")

    static let japanese = CalibrationWords(
        name: "日本語", tag: "ja", again: "もう一度", back: "戻る", leave: "保存せずに終了", save: "保存", next: "次へ",
        position: "触れる位置", hold: "輪が閉じるまで、指を置いたままにしてください。", worst: "ずれが大きかった点です。もう一度触れてください。",
        positionResult: "ずれは平均 %1 mm です。", turned: "パネルは回転または反転していますが、補正しました。",
        positionProblem: "ずれは %1 mm で、上限の 1 mm を超えています。パネルが緩んでいる、濡れている、または別の画面のものかもしれません。", size: "画面の大きさ",
        card: "カードを角に当て、描かれたカードが同じ大きさになるまで引いてください。", sizeResult: "画面は %1 × %2 mm です。", left: "左の端", right: "右の端",
        top: "上の端", bottom: "下の端", swipe: "ガラスの外から内側へ払ってください：", slowly: "ゆっくり", usually: "いつものように", fast: "速く",
        count: "%2 回のうち %1 回", enough: "約束できるだけの回数になりました。続けると、幅がさらに狭くなることがあります。", undo: "今のは取り消す",
        drag: "では、それぞれの点から内側へ引いてください。", edgeResult: "幅 %1 mm。95 % の信頼度で、見落としは払いの %2 % 以下、ページ内の動きの誤認は %3 % 以下です。",
        deadBorder: "ガラスの外側 %1 mm は反応しません。", trade: "両方の約束は同時に守れません。ここではどちらの幅がよいですか。",
        choice: "%1 mm：見落とし %2 % まで、誤認 %3 % まで", noise: "パネルの安定", rest: "輪が閉じるまで、指を休ませてください。",
        many: "では、できるだけ多くの指を置いて、離してください。", noiseResult: "揺れは %1 mm、走査は毎秒 %2 回、指は %3 本まで見えます。", summary: "測定結果",
        unmeasured: "未測定", kept: "%1 に保存しました",
        unsteady:
            "同じ輪に触れた位置が %1 mm ずれています。指先一本をまっすぐ当てて動かさないか、タッチペンを使ってください。",
        without: "これなしで進む")

    static let korean = CalibrationWords(
        name: "한국어", tag: "ko", again: "다시", back: "뒤로", leave: "저장하지 않고 나가기", save: "저장", next: "다음",
        position: "누르는 위치", hold: "고리가 닫힐 때까지 손가락을 대고 계십시오.", worst: "가장 많이 벗어난 곳입니다. 한 번 더 눌러 주십시오.",
        positionResult: "평균 %1 mm 벗어납니다.", turned: "패널이 돌아가 있거나 뒤집혀 있어 바로잡았습니다.",
        positionProblem: "%1 mm 벗어나며, 최대는 1 mm입니다. 패널이 헐겁거나 젖었거나 다른 화면의 것일 수 있습니다.", size: "화면의 크기",
        card: "카드를 모서리에 대고, 그려진 카드가 같은 크기가 될 때까지 끄십시오.", sizeResult: "화면은 %1 × %2 mm입니다.", left: "왼쪽 가장자리",
        right: "오른쪽 가장자리", top: "위쪽 가장자리", bottom: "아래쪽 가장자리", swipe: "유리 바깥에서 안쪽으로 미십시오:", slowly: "천천히",
        usually: "평소처럼", fast: "빠르게", count: "%2 중 %1", enough: "이제 약속할 수 있습니다. 더 밀면 너비가 더 좁아질 수 있습니다.",
        undo: "마지막 것 취소", drag: "이제 각 점에서 안쪽으로 끄십시오.",
        edgeResult: "너비 %1 mm. 95 % 신뢰도로 밀기의 %2 % 이하를 놓치고, 페이지 안 끌기의 %3 % 이하를 잘못 잡습니다.",
        deadBorder: "유리 바깥쪽 %1 mm는 아무것도 느끼지 못합니다.", trade: "두 약속을 함께 지킬 수 없습니다. 여기서는 어느 너비가 나을까요?",
        choice: "%1 mm: %2 %까지 놓치고 %3 %까지 잘못 잡음", noise: "패널의 안정성", rest: "고리가 닫힐 때까지 손가락을 가만히 두십시오.",
        many: "이제 되도록 많은 손가락을 댔다가 떼십시오.", noiseResult: "%1 mm 떨리고, 초당 %2번 읽으며, 손가락 %3개를 봅니다.", summary: "측정 결과",
        unmeasured: "측정하지 않음", kept: "%1에 저장했습니다",
        unsteady:
            "같은 고리를 만진 위치가 %1 mm 다릅니다. 손가락 끝 하나를 곧게 세워 움직이지 말거나 터치펜을 쓰세요.",
        without: "이것 없이 계속")

    static let turkish = CalibrationWords(
        name: "Türkçe", tag: "tr", again: "Yeniden", back: "Geri", leave: "Kaydetmeden çık", save: "Kaydet",
        next: "İleri", position: "Dokunduğunuz yer", hold: "Halka kapanana kadar parmağınızı üzerinde tutun.",
        worst: "En çok sapanlar bunlardı. Lütfen bir kez daha dokunun.",
        positionResult: "Dokunuşlar ortalama %1 mm sapıyor.", turned: "Panel dönük ya da ters duruyor; düzeltildi.",
        positionProblem:
            "Dokunuşlar %1 mm sapıyor, en çok 1 mm olabilir. Panel gevşek, ıslak ya da başka bir ekranın olabilir.",
        size: "Görüntünün boyu",
        card: "Köşeye bir banka kartı dayayın ve çizilen kart aynı büyüklükte olana kadar sürükleyin.",
        sizeResult: "Görüntü %1 × %2 mm.", left: "Sol kenar", right: "Sağ kenar", top: "Üst kenar",
        bottom: "Alt kenar", swipe: "Camın dışından içeri kaydırın:", slowly: "yavaşça", usually: "her zamanki gibi",
        fast: "hızlıca", count: "%1 / %2", enough: "Söz vermeye bu kadarı yeter. Daha çok kaydırma onu daraltabilir.",
        undo: "Sonuncusu sayılmasın", drag: "Şimdi her noktadan içeri doğru sürükleyin.",
        edgeResult:
            "%1 mm genişlik. %95 güvenle kaydırmaların en çok %%2’sini kaçırır, sayfadaki sürüklemelerin en çok %%3’ünü alır.",
        deadBorder: "Camın dıştaki %1 mm’si bir şey görmüyor.",
        trade: "İki söz birlikte tutulamıyor. Burada hangi genişlik daha iyi?",
        choice: "%1 mm: en çok %%2 kaçırır, en çok %%3 alır", noise: "Panel ne kadar sakin",
        rest: "Halka kapanana kadar parmağınızı üzerinde dinlendirin.",
        many: "Şimdi koyabildiğiniz kadar parmak koyun ve kaldırın.",
        noiseResult: "%1 mm titriyor, saniyede %2 kez tarıyor ve %3 parmak görüyor.", summary: "Ölçüldü",
        unmeasured: "Ölçülmedi", kept: "Kaydedildi: %1",
        unsteady:
            "Aynı halkaya %1 mm arayla dokunuldu. Tek bir parmağın ucunu dik ve kıpırdatmadan tutmak ya da dokunmatik kalem kullanmak yardımcı olur.",
        without: "Bunsuz devam")
}
